// Which way the app's imports go: app -> features -> ui -> lib -> bridge, i18n. `npm run lint` holds it.
const from = (layer) => ({ path: `^src/${layer}/`, pathNot: '\\.test\\.tsx?$' });
const to = (...layers) => ({ path: `^src/(${layers.join('|')})/` });

export default {
  forbidden: [
    { name: 'ui-knows-no-feature', severity: 'error', from: from('ui'), to: to('features', 'land') },
    { name: 'lib-knows-no-screen', severity: 'error', from: from('lib'), to: to('app', 'features', 'land', 'ui') },
    { name: 'base-knows-no-screen', severity: 'error', from: from('(bridge|i18n)'), to: to('app', 'features', 'land', 'ui') },
    { name: 'nothing-needs-a-test', severity: 'error', from: { path: '^src/', pathNot: '(\\.test\\.tsx?$|^src/test/)' }, to: { path: '(\\.test\\.tsx?$|^src/test/)' } },
    { name: 'no-circle', severity: 'error', from: { path: '^src/' }, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only', 'dynamic-import'] } } },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(node_modules|\\.\\./)' },
  },
};
