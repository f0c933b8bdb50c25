import legacy from '@vitejs/plugin-legacy';
import type { BuildEnvironmentOptions, CSSOptions, PluginOption } from 'vite';
import { LEGACY } from './floor.ts';
import { legacyStyles } from './styles.ts';
import { styleStrings } from './styleStrings.ts';

/** Gives the legacy build another entry of the same page, which loads the polyfills first. */
const oldEntry: PluginOption = {
  name: 'old-entry',
  transformIndexHtml: { order: 'pre', handler: (html) => html.replace('/src/main.tsx', '/src/legacy/main.ts') },
};

export const legacyPlugins = (): PluginOption[] => [
  oldEntry,
  styleStrings(legacyStyles),
  legacy({ targets: LEGACY, renderModernChunks: false }),
];

export const legacyStyle: CSSOptions = { postcss: { plugins: legacyStyles } };

export const legacyBuild: BuildEnvironmentOptions = { cssTarget: ['chrome60', 'safari11', 'ios11'] };
