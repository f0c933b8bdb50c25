// Which Chromium is started, by Node itself too: the walks, the old phones, the measurements and the launcher.
import { existsSync } from 'node:fs';

const first = (...paths) => paths.find((path) => path && existsSync(path));

/** Where Debian puts its Chromium, and the same engine without what draws windows, a package of its own that computes a third less. */
export const debian = { whole: '/usr/bin/chromium', bare: '/usr/bin/chromium-headless-shell' };

/** The whole browser of the machine: it keeps pages for going back, and asks before a camera is opened. Undefined where there is none. */
export const wholeBrowser = first(process.env.CHROMIUM_PATH, debian.whole);

/** What the walks take; undefined for Playwright's own. CI walks in the whole browser, as borrowers do. */
export const walkingBrowser = first(process.env.CHROMIUM_PATH, process.env.CI ? undefined : debian.bare, debian.whole);
