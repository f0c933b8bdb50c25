import { defineConfig } from '@playwright/test';
import { walkingBrowser } from './browser.mjs';

/** The folder of failure screenshots and reports. Concurrent runs use one each. */
const results = process.env.E2E_RESULTS ?? '../test-results';

/** The stacks that share the tests. Each worker has a stack with its own market and clock. */
const stacks = JSON.parse(process.env.E2E_STACKS ?? '[{}]') as Record<string, string>[];
Object.assign(process.env, stacks[Number(process.env.TEST_PARALLEL_INDEX)]);

/** The slowest tests, slowest first. Each is a project of its own, because projects start in this order. */
const longest = ['screens', 'lossyNetwork', 'lossyNetworkLoan', 'monkey'];
const files = (names: string[]) => names.map((name) => `**/${name}.spec.ts`);

/** A small phone: 5 inches, one-handed. */
const phone = {
  viewport: { width: 375, height: 667 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  userAgent: 'Mozilla/5.0 (Linux; Android 13; SM-A135F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36',
};

export default defineConfig({
  testDir: '.',
  // Tests that another or a cheaper test partly covers (in another language, region or failure) run only in CI.
  ...(process.env.CI ? {} : { grepInvert: /@ci/ }),
  outputDir: `${results}/failed`,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // The tests of a file share one market and one clock.
  workers: stacks.length,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // A short stall of the machine must not fail a release. Tests that needed their second attempt are listed.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list'], ['json', { outputFile: `${results}/e2e.json` }]],
  use: {
    ...phone,
    baseURL: process.env.E2E_BASE_URL ?? 'http://127.0.0.1:8080',
    locale: 'vi-VN',
    timezoneId: 'Asia/Ho_Chi_Minh',
    // Page animations with software rendering are a fifth of all computing, so only CI runs them.
    ...(process.env.CI ? {} : { contextOptions: { reducedMotion: 'reduce' as const } }),
    permissions: ['clipboard-read', 'clipboard-write'],
    actionTimeout: 20_000,
    screenshot: 'only-on-failure',
    // A service worker would answer before a test's route handlers. The offline test allows it.
    serviceWorkers: 'block',
    // A page snapshot at each step costs a quarter of all computing. The screenshot and the accessibility tree of a
    // failure are recorded anyway.
    trace: process.env.E2E_TRACE ? { mode: 'retain-on-failure', screenshots: false } : 'off',
    // The pages of the native shells have another origin, and whether the server is on this machine must not matter.
    // Their web view also has no swipe navigation of its own.
    launchOptions: { args: ['--no-sandbox', '--disable-gpu', '--disable-features=LocalNetworkAccessChecks,OverscrollHistoryNavigation'], ...(walkingBrowser ? { executablePath: walkingBrowser } : {}) },
  },
  projects: process.env.E2E_SHOTS
    ? [{ name: 'shots', testMatch: 'shots.ts' }]
    : [...longest.map((name) => ({ name, testMatch: files([name]) })), { name: 'others', testMatch: '*.spec.ts', testIgnore: files(longest) }],
});
