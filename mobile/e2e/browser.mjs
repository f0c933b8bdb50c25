// Selects the Chromium to start. Used by the e2e tests, the old-phone tests, the measurements and the launcher, some of
// which run in plain Node.
import { existsSync } from 'node:fs';

const first = (...paths) => paths.find((path) => path && existsSync(path));

/**
 * Where Debian installs its Chromium, and the headless shell, a package of its own with the same engine that needs a
 * third less computing.
 */
export const debian = { whole: '/usr/bin/chromium', bare: '/usr/bin/chromium-headless-shell' };

/**
 * The full browser of the machine. Unlike the headless shell it has a back/forward cache and camera prompts. Undefined
 * if there is none.
 */
export const wholeBrowser = first(process.env.CHROMIUM_PATH, debian.whole);

/** The browser of the e2e tests; undefined means Playwright's own. CI uses the full browser, as borrowers do. */
export const walkingBrowser = first(process.env.CHROMIUM_PATH, process.env.CI ? undefined : debian.bare, debian.whole);
