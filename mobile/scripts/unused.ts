import type { Plugin } from 'vite';

/**
 * Parts of Ionic that @ionic/react imports although this app never uses them, or loads them later itself
 * (src/ui/Refresher.tsx): 65 KB and 24 KB that every first visit would load. ESLint forbids the corresponding
 * components of @ionic/react in the sources (eslint.config.js).
 */
const UNUSED = /^(?:@ionic\/core\/components\/ion-(?:tab|tabs|tab-bar|tab-button|back-button|nav|refresher|refresher-content)\.js|ionicons\/components\/ion-icon\.js)$/;
const NOTHING = '\0unused-ionic';

/** Replaces them with empty modules. */
export function unusedIonic(): Plugin {
  return {
    name: 'unused-ionic',
    enforce: 'pre',
    apply: 'build',
    resolveId: (id, importer) => (UNUSED.test(id) && importer?.includes('/@ionic/react/') ? NOTHING : null),
    load: (id) => (id === NOTHING ? 'export const defineCustomElement = () => undefined;' : null),
  };
}
