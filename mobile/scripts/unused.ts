import type { Plugin } from 'vite';

/**
 * Parts of Ionic that @ionic/react holds on to although this app never puts them up, or brings them itself with what is fetched
 * later (src/ui/Refresher.tsx): 65 KB and 24 KB that every first visit would fetch. ESLint keeps @ionic/react's own out of the
 * sources (eslint.config.js).
 */
const UNUSED = /^(?:@ionic\/core\/components\/ion-(?:tab|tabs|tab-bar|tab-button|back-button|nav|refresher|refresher-content)\.js|ionicons\/components\/ion-icon\.js)$/;
const NOTHING = '\0unused-ionic';

/** Puts nothing in their place. */
export function unusedIonic(): Plugin {
  return {
    name: 'unused-ionic',
    enforce: 'pre',
    apply: 'build',
    resolveId: (id, importer) => (UNUSED.test(id) && importer?.includes('/@ionic/react/') ? NOTHING : null),
    load: (id) => (id === NOTHING ? 'export const defineCustomElement = () => undefined;' : null),
  };
}
