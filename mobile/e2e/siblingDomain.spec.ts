import type { BrowserContext, Page } from '@playwright/test';
import { walkingBrowser } from './browser.mjs';
import { expect, test } from './fixtures';
import { logIn } from './walk/login';
import { somebody } from './walk/person';

// Two hosts of one site, app.loan.test and evil.loan.test: the browser sends cookies set by the second one to the
// first.
const stack = new URL(process.env.E2E_BASE_URL ?? 'http://127.0.0.1:8080');
const app = `http://app.loan.test:${stack.port}`;
const evil = `http://evil.loan.test:${stack.port}`;

test.use({
  baseURL: app,
  launchOptions: {
    args: [
      '--no-sandbox', '--disable-features=LocalNetworkAccessChecks', '--host-resolver-rules=MAP *.loan.test 127.0.0.1',
      `--unsafely-treat-insecure-origin-as-secure=${app}`,
    ],
    ...(walkingBrowser ? { executablePath: walkingBrowser } : {}),
  },
});

/** The token that the app sends with its next member/query call. */
async function session(page: Page): Promise<string> {
  const asked = page.waitForRequest((request) => request.url().endsWith('/app/member/query'));
  await page.goto(`${app}/m/home/mine`);
  return (await (await asked).headerValue('token')) ?? '';
}

/** Opens a page of the sibling host. */
async function hostilePage(context: BrowserContext): Promise<Page> {
  await context.route(`${evil}/**`, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>evil</title><body></body>' }));
  const page = await context.newPage();
  await page.goto(`${evil}/`);
  return page;
}

test('a page of a sibling host can neither replace a session nor read, send or frame anything', async ({ page, context }) => {
  await page.goto('/m/login');
  await logIn(page, somebody());
  const token = await session(page);
  expect(token.length).toBeGreaterThan(20);
  const hostile = await hostilePage(context);

  await test.step('cookies planted for the whole domain are ignored', async () => {
    await hostile.evaluate(() => {
      for (const path of ['/', '/m', '/m/home', '/app']) {
        document.cookie = `token=planted; domain=loan.test; path=${path}; max-age=3600`;
        document.cookie = `phone=0900000000; domain=loan.test; path=${path}; max-age=3600`;
      }
    });
    const planted = async () => (await context.cookies(`${app}/m/home/mine`)).filter(({ value }) => value === 'planted').length;
    await expect.poll(planted, { message: 'the planted cookies are set' }).toBeGreaterThan(1);
    expect(await session(page)).toBe(token);
    expect(await page.evaluate(() => document.cookie), 'the page sees the planted cookies, too').toContain('planted');
  });

  await test.step('its requests with the cookies are refused, and it can read no response', async () => {
    const read = await hostile.evaluate(async (where) => {
      const ask = (path: string, init: RequestInit) => fetch(where + path, { method: 'POST', credentials: 'include', body: '{}', ...init }).then(
        async (answer) => answer.type + (await answer.text()), (error: Error) => error.name);
      return Promise.all([
        ask('/app/member/query', { headers: { 'content-type': 'application/json' } }),
        ask('/app/member/query', { headers: { 'content-type': 'application/json', token: 'planted' } }),
        ask('/app/member/logout', { headers: { 'content-type': 'text/plain' } }),
        ask('/app/config/product', { mode: 'no-cors', headers: { 'content-type': 'text/plain' } }),
        ask('/version.json', { method: 'GET', body: undefined, mode: 'no-cors' }),
      ]);
    }, app);
    expect(read).toEqual(Array(5).fill('TypeError'));
    await hostile.setContent(`<form method="post" enctype="text/plain" action="${app}/app/member/logout"><input name='{"a":"' value='"}'></form>`);
    const answered = hostile.waitForResponse(`${app}/app/member/logout`);
    await hostile.evaluate(() => document.forms[0]!.submit());
    expect((await answered).status()).toBeGreaterThanOrEqual(400);
    expect(await session(page)).toBe(token);
  });

  await test.step('no page of the app can be framed', async () => {
    await hostile.goto(`${evil}/`);
    for (const path of ['/m/home', '/m/login', '/m/land', '/app/config/product']) {
      await hostile.setContent(`<iframe src="${app}${path}"></iframe>`);
      await expect.poll(() => hostile.frames()[1]?.url(), { message: path }).toBe('chrome-error://chromewebdata/');
    }
  });

  await test.step('an app window that it opens ignores its messages', async () => {
    await hostile.goto(`${evil}/`);
    const opened = context.waitForEvent('page');
    await hostile.evaluate((address) => {
      Object.assign(window, { theirs: window.open(address) });
    }, `${app}/m/home/mine`);
    const popup = await opened;
    await popup.waitForLoadState();
    expect(await popup.evaluate(() => window.opener), 'the window has no opener').toBeNull();
    await hostile.evaluate(() => {
      const { theirs } = window as unknown as { theirs: Window };
      for (const message of [{ action: 'jointLogin', tag: 'vn', token: 'planted' }, 'jointLogin', { type: 'token', token: 'planted' }]) theirs.postMessage(message, '*');
    });
    expect(await session(popup)).toBe(token);
    await popup.close();
  });
  expect(await session(page)).toBe(token);
});
