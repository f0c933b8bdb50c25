import { expect, front, test } from './fixtures';
import { arrive, picture } from './walk/screen';

/** The path and query of a URL. */
const place = (url: string) => new URL(url).pathname + new URL(url).search;

// spec: 2.root-to-m, 2.m-to-home
test('the root path redirects to home and keeps its query', async ({ page }) => {
  await page.goto('/?isNewMember=1');
  await expect.poll(() => place(page.url())).toBe('/m/home?isNewMember=1');
});

test('a malformed URL leads to the not-found page', async ({ page }) => {
  await page.goto('/m/order/detail/%E0');
  await expect(front(page).getByRole('button', { name: 'Về trang chủ' })).toBeVisible();
  expect(place(page.url())).toBe('/404');
});

// spec: 4.guard-redirect, 2.m-login-redirect, 2.auth-redirect
test('a visitor of a protected page is redirected to login, with the way back', async ({ page }) => {
  await page.goto('/m/auth?from=sms');
  await expect.poll(() => place(page.url())).toBe('/m/login?redirect=%2Fm%2Fauth%3Ffrom%3Dsms');
});

// spec: 2.unknown-path, 2.404, 8.page-404
test('an unknown path leads to the not-found page, which leads home', async ({ page }) => {
  await page.goto('/m/nowhere');
  await expect.poll(() => place(page.url())).toBe('/404');
  const entries = () => page.evaluate(() => history.length);
  const before = await entries();
  await front(page).getByRole('button', { name: 'Về trang chủ' }).click();
  await expect.poll(() => place(page.url())).toBe('/m/home');
  expect(await entries(), 'home replaces the not-found page').toBe(before);
});

// spec: 4.guard-version, 7.version
test('a new version reloads the page once', async ({ page }) => {
  await page.goto('/m/home');
  await expect(front(page).getByRole('navigation')).toBeVisible();
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.route('**/version.json*', (route) => route.fulfill({ json: { version: 'another' } }));
  await front(page).getByRole('navigation').getByRole('button').last().click();
  await expect.poll(() => loads).toBe(1);
  await expect(front(page).getByRole('navigation')).toBeVisible();
  await front(page).getByRole('navigation').getByRole('button').first().click();
  await expect.poll(() => place(page.url())).toBe('/m/home');
  expect(loads).toBe(1);
});

test('without a network the page says so until the network is back', async ({ page, context }) => {
  // Not in the middle of a download, which would log an error.
  await page.goto('/m/home', { waitUntil: 'networkidle' });
  await expect(front(page)).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('Không có mạng')).toBeVisible();
  // The code of a page that was never opened is not loaded yet.
  await front(page).getByRole('navigation').getByRole('button').last().click();
  await expect(front(page).getByText('Trang này sẽ tự mở khi có mạng trở lại.')).toBeVisible();
  await picture(page, 'offline');
  await context.setOffline(false);
  await arrive(page, '/m/home/mine');
  await expect(front(page).getByText('Trang này sẽ tự mở khi có mạng trở lại.')).toBeHidden();
  await expect(page.getByText('Không có mạng')).toBeHidden();
});

test('a change of language changes the texts and is remembered', async ({ page }) => {
  await page.goto('/m/login');
  await front(page).getByRole('button', { name: 'Tiếng Việt' }).click();
  await page.getByRole('option', { name: 'English' }).click();
  await expect(front(page).getByRole('heading', { name: 'Log in', exact: true })).toBeVisible();
  await page.reload();
  await expect(front(page).getByRole('heading', { name: 'Log in', exact: true })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB');
});
