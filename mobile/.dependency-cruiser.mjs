// The allowed import directions: only down this list, and never from one feature to another. Business code that
// features share is in `shared`. `npm run lint` enforces it.
const LAYERS = ['(app|gallery)', 'features', 'shared', 'ui', 'lib', '(bridge|i18n)', 'base'];

const TEST = '\\.test\\.tsx?$';
const from = (layer) => ({ path: `^src/${layer}/`, pathNot: TEST });
const to = (...layers) => ({ path: `^src/(${layers.join('|')})/` });
const named = (layer) => layer.replace(/\W/g, '');

export default {
  forbidden: [
    ...LAYERS.slice(1).map((layer, above) => ({ name: `${named(layer)}-looks-down`, severity: 'error', from: from(layer), to: to(...LAYERS.slice(0, above + 1), 'landing') })),
    { name: 'features-are-apart', severity: 'error', from: { path: '^src/features/([^/]+)/', pathNot: TEST }, to: { path: '^src/features/', pathNot: '^src/features/$1/' } },
    { name: 'the-landing-page-is-apart', severity: 'error', from: from('landing'), to: to('app', 'features', 'shared', 'ui') },
    { name: 'nothing-needs-a-test', severity: 'error', from: { path: '^src/', pathNot: `(${TEST}|^src/test/)` }, to: { path: `(${TEST}|^src/test/)` } },
    { name: 'no-circle', severity: 'error', from: { path: '^src/' }, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only', 'dynamic-import'] } } },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(node_modules|\\.\\./)' },
  },
};
