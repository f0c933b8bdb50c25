import { defineConfig } from '@playwright/test';
import { walkingBrowser } from './browser.mjs';

/** Where pictures of failures and the report go; two runs beside each other have one each. */
const results = process.env.E2E_RESULTS ?? '../test-results';

/** Where the stacks are that share the walks: a worker has one, with its market and its clock, for itself. */
const stacks = JSON.parse(process.env.E2E_STACKS ?? '[{}]') as Record<string, string>[];
Object.assign(process.env, stacks[Number(process.env.TEST_PARALLEL_INDEX)]);

/** The walks that take longest, from the longest down: each is a project of its own, for projects begin in this order. */
const longest = ['screens', 'lossyNetwork', 'lossyNetworkLoan', 'monkey'];
const files = (names: string[]) => names.map((name) => `**/${name}.spec.ts`);

/** A small phone: 5 inches, one thumb. */
const phone = {
  viewport: { width: 375, height: 667 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  userAgent: 'Mozilla/5.0 (Linux; Android 13; SM-A135F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36',
};

export default defineConfig({
  testDir: '.',
  // What another walk or a cheaper test shows in part already (in another language, region or trouble) is walked by CI.
  ...(process.env.CI ? {} : { grepInvert: /@ci/ }),
  outputDir: `${results}/failed`,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // The walks of a file share one market and one clock.
  workers: stacks.length,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // A machine that stood still for a moment fails no release; what needed its second try is listed.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list'], ['json', { outputFile: `${results}/e2e.json` }]],
  use: {
    ...phone,
    baseURL: process.env.E2E_BASE_URL ?? 'http://127.0.0.1:8080',
    locale: 'vi-VN',
    timezoneId: 'Asia/Ho_Chi_Minh',
    // Pages that slide and a processor that plays a graphics card are a fifth of all computing. CI lets the pages slide.
    ...(process.env.CI ? {} : { contextOptions: { reducedMotion: 'reduce' as const } }),
    permissions: ['clipboard-read', 'clipboard-write'],
    actionTimeout: 20_000,
    screenshot: 'only-on-failure',
    // A worker would answer before what a walk puts in the way; the walk without a network allows it.
    serviceWorkers: 'block',
    // A copy of the page at each step costs a quarter of all computing; the picture of a failure and its tree of names come anyway.
    trace: process.env.E2E_TRACE ? { mode: 'retain-on-failure', screenshots: false } : 'off',
    // The pages of the native shells have an origin of their own; that the server is on this machine is no matter of theirs.
    // Nor has their web view a swipe of its own that leads back.
    launchOptions: { args: ['--no-sandbox', '--disable-gpu', '--disable-features=LocalNetworkAccessChecks,OverscrollHistoryNavigation'], ...(walkingBrowser ? { executablePath: walkingBrowser } : {}) },
  },
  projects: process.env.E2E_SHOTS
    ? [{ name: 'shots', testMatch: 'shots.ts' }]
    : [...longest.map((name) => ({ name, testMatch: files([name]) })), { name: 'others', testMatch: '*.spec.ts', testIgnore: files(longest) }],
});
