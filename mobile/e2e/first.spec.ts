import type { Page } from '@playwright/test';
import { expect, front, test } from './fixtures';
import { holdBack } from './walk/network';
import { arrive, button } from './walk/screen';

// The cost of a first visit, measured by what the server really sends, and what a second visit does not load again.

const old = 'Mozilla/5.0 (Linux; Android 5.1.1; SM-J320F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/64.0.3282.137 Mobile Safari/537.36';

interface Loaded {
  name: string;
  bytes: number;
}

/** The scripts and styles loaded until the home page was usable. */
async function loaded(page: Page): Promise<Loaded[]> {
  await page.goto('/m/home');
  await arrive(page, '/m/home');
  await expect(button(page, 'Đăng nhập để vay')).toBeVisible();
  return page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => /\.(js|css)$/.test(new URL(name).pathname))
      // Files from the cache, such as preloaded ones, count as 0 bytes the second time.
      .map(({ name, transferSize }) => ({ name: new URL(name).pathname, bytes: transferSize })),
  );
}

function expectWithin(files: Loaded[], limit: number): void {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1024;
  expect(files.length).toBeGreaterThan(4);
  expect(total).toBeGreaterThan(50);
  expect(total, files.map(({ name, bytes }) => `${bytes} ${name}`).join('\n')).toBeLessThanOrEqual(limit);
  expect(files.filter(({ name }) => /LoginPage|PhotoField|QrPicture|IdentityPage|\/form-|pdf/i.test(name))).toEqual([]);
}

test('the first screen costs at most 180 KB', async ({ page }) => {
  expectWithin(await loaded(page), 180);
});

test.describe('an old phone', () => {
  test.use({ userAgent: old });
  test('is sent the legacy build, at most 260 KB', async ({ page }) => {
    const files = await loaded(page);
    expect(files.every(({ name }) => name.includes('-legacy-'))).toBe(true);
    expectWithin(files, 260);
  });
});

test('files are sent compressed and are cached for ever, and a missing file is reported as missing', async ({ page, request }) => {
  const [first] = await loaded(page);
  const answer = await request.get(first!.name, { headers: { 'Accept-Encoding': 'br' } });
  expect(answer.headers()).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'public, max-age=31536000, immutable' });
  expect((await answer.body()).length).toBeGreaterThan(100);
  const missing = await request.get('/assets/house-00000000.js');
  expect(missing.status()).toBe(404);
  expect(await missing.text()).not.toContain('<html');
});

/**
 * The distance in CSS pixels from the text of a long product name to the element below it, on the page shown before the
 * app.
 */
function spaceBelowLongName(page: Page, tabbed: boolean): Promise<number> {
  return page.locator('#root > .boot > b').evaluate((name, tab) => {
    document.documentElement.classList.toggle('tabbed', tab);
    name.textContent = 'A long name of a product '.repeat(4);
    const words = document.createRange();
    words.selectNodeContents(name);
    return name.nextElementSibling!.getBoundingClientRect().top - words.getBoundingClientRect().bottom;
  }, tabbed);
}

test('before its script is loaded the page has the layout and the name of the app, and says that loading takes long', async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: 'lang', value: 'en', url: baseURL! }]);
  const release = await holdBack(page, '**/assets/*.js');
  await page.clock.install();
  await page.goto('/m/home', { waitUntil: 'commit' });
  const waiting = page.locator('#root > .boot');
  await expect(waiting.getByText('Vay Rõ', { exact: true })).toBeVisible();
  await expect(page).toHaveTitle('Vay Rõ');
  await expect(waiting.getByRole('status')).toHaveText('');
  await page.clock.fastForward(8_000);
  await expect(waiting.getByText('This is taking longer than usual. The page is still loading.')).toBeVisible();
  await page.clock.fastForward(52_000);
  await expect(waiting.getByRole('button', { name: 'Try again' })).toBeVisible();
  for (const tabbed of [true, false]) expect(await spaceBelowLongName(page, tabbed), tabbed ? 'on a tab' : 'elsewhere').toBeGreaterThan(0);
  release();
  await arrive(page, '/m/home');
  await expect(waiting).toHaveCount(0);
});

test('the page is painted before any script or style of the app is loaded', async ({ page }) => {
  const release = await holdBack(page, '**/assets/*.{js,css}');
  await page.goto('/m/login', { waitUntil: 'commit' });
  await expect.poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)).toBe(1);
  release();
  await arrive(page, '/m/login');
});

test('a style sheet that fails to load is retried until it loads, on the first page and on later ones', async ({ page }) => {
  const lost: string[] = [];
  // Scripts are held back until the page has noticed the first failure.
  let hear = () => {};
  const heard = new Promise<void>((resolve) => (hear = resolve));
  await page.exposeFunction('hear', () => hear());
  await page.addInitScript(() => addEventListener('error', ({ target }) => target instanceof HTMLLinkElement && (window as unknown as { hear: () => void }).hear(), true));
  await page.route('**/assets/*.js', async (route) => {
    await heard;
    await route.continue();
  });
  await page.route('**/assets/*.css', (route) => {
    const file = route.request().url();
    if (lost.filter((one) => one === file).length === 2) return route.continue();
    lost.push(file);
    return route.abort('connectionreset');
  });
  await page.goto('/m/home');
  await arrive(page, '/m/home');
  // The rules of a style sheet that failed to load cannot be read.
  const styleSheetsLoaded = () => page.evaluate(() => Array.from(document.styleSheets, (sheet) => {
    try {
      return sheet.cssRules.length > 0;
    } catch {
      return false;
    }
  }));
  const first = lost.length;
  expect(first).toBeGreaterThan(0);
  await expect.poll(styleSheetsLoaded).not.toContain(false);
  await button(page, 'Đăng nhập để vay').click();
  await arrive(page, '/m/login');
  expect(lost.length).toBeGreaterThan(first);
  await expect.poll(styleSheetsLoaded).not.toContain(false);
});

test('back from another site restores the page without a reload', async ({ page }) => {
  await page.goto('/m/home');
  await arrive(page, '/m/home');
  await page.evaluate(() => {
    const mark = window as unknown as { restored: boolean };
    window.addEventListener('pageshow', (event) => {
      mark.restored = event.persisted;
    });
  });
  const reasons: string[] = [];
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  session.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => reasons.push(...notRestoredExplanations.map(({ reason }) => reason)));
  // On a slow machine the page is still loading something; with a request under way it is not kept.
  await page.waitForLoadState('networkidle');
  await page.goto('/healthz');
  await page.goBack();
  await expect(front(page)).toBeVisible();
  const restored = await page.evaluate(() => (window as unknown as { restored?: boolean }).restored ?? false);
  // A test browser may refuse for reasons of its own, but the page must not be the reason.
  const own = reasons.filter((reason) => /Unload|CacheControlNoStore|WebSocket|WebLock|BroadcastChannel|IndexedDB|Outstanding|KeepaliveRequest/i.test(reason));
  expect(own).toEqual([]);
  if (reasons.length === 0) expect(restored).toBe(true);
});
