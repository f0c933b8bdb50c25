import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const first = (...paths: (string | undefined)[]) => paths.find((path) => path && existsSync(path));
const machines = '/usr/bin/chromium';

/** The whole browser: it keeps pages for going back, and asks before a camera is opened. */
export const wholeBrowser = first(process.env.CHROMIUM_PATH, machines, chromium.executablePath())!;

/**
 * The machine's Chromium, else Playwright's own. What draws no windows is the same engine and computes a third less; CI walks
 * in the whole browser, as borrowers do.
 */
export const executablePath = first(process.env.CHROMIUM_PATH, process.env.CI ? undefined : '/usr/bin/chromium-headless-shell', machines);
