import type { Page } from '@playwright/test';
import { expect, front, test } from './fixtures';
import { QuickBorrower } from './walk/quick';
import { somebodyOf } from './walk/regionPerson';
import { arrive, button, openTab } from './walk/screen';

const base = process.env.E2E_BASE_URL ?? 'http://127.0.0.1:8080';

// spec: 8.page-403, 2.403
test('the page for desktops asks the visitor to use a phone', async ({ page }) => {
  await page.goto('/403');
  await expect(front(page).getByText('Hãy dùng điện thoại')).toBeVisible();
});

// spec: 6.desktop, 1.desktop
test('a desktop is redirected to the page for desktops, except from pages that are open to it', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'platform', { get: () => 'Win32' });
    Object.defineProperty(navigator, 'maxTouchPoints', { get: () => 0 });
  });
  // The e2e stack allows desktops, for developers; production does not.
  await page.route('**/m/**', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const body = (await response.text()).replace('"allowDesktop":true', '"allowDesktop":false');
    return route.fulfill({ response, body });
  });
  for (const closed of ['/m/login', '/m/loan/list', '/m/order/list?tab=all']) {
    await page.goto(closed);
    await arrive(page, '/403');
    await expect(front(page).getByText('Hãy dùng điện thoại')).toBeVisible();
  }
  for (const open of ['/m/home', '/m/aboutus', '/m/privacy']) {
    await page.goto(open);
    await arrive(page, open);
  }
  await page.goto('/m/home');
  await openTab(page, 'Của tôi');
  await arrive(page, '/403');
});

// spec: 8.page-suspended, 8.page-not-eligible, 2.sorryproduct
test('a product that is suspended, or not available to this borrower, leads home', async ({ page }) => {
  const borrower = new QuickBorrower(base, somebodyOf('vi'));
  await borrower.logIn();
  await page.addInitScript((token) => localStorage.setItem('lm:token', JSON.stringify({ value: token })), borrower.token);
  const { groups } = await borrower.products();
  const addressOf = (name: string) => `/m/loan/detail/${groups.flatMap(({ products }) => products).find((one) => one.name === name)!.loanId}`;
  await page.goto(addressOf('Vay cuối năm'));
  await arrive(page, '/sorryProduct');
  await expect(front(page).getByText('Gói vay tạm ngừng')).toBeVisible();
  await page.goto(addressOf('Vay khách thân thiết'));
  await arrive(page, '/sorryProduct');
  await expect(front(page).getByText('Bạn chưa đủ điều kiện cho gói vay này')).toBeVisible();
  await button(page, 'Về trang chủ').click();
  await arrive(page, '/m/home');
});

// spec: 4.guard-userinfo, 7.member-query
test('the logged-in member is fetched again on every navigation', async ({ page }) => {
  const borrower = new QuickBorrower(base, somebodyOf('vi'));
  await borrower.logIn();
  await page.addInitScript((token) => localStorage.setItem('lm:token', JSON.stringify({ value: token })), borrower.token);
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/app/member/query')) asked += 1;
  });
  await page.goto('/m/home');
  await arrive(page, '/m/home');
  await expect.poll(() => asked).toBeGreaterThan(0);
  const before = asked;
  await openTab(page, 'Của tôi');
  await arrive(page, '/m/home/mine');
  await expect.poll(() => asked).toBeGreaterThan(before);
});

/** Drags a finger over the page from one height to another. */
async function drag(page: Page, from: number, to: number): Promise<void> {
  const finger = await page.context().newCDPSession(page);
  const at = (y: number) => ({ touchPoints: [{ x: 180, y }] });
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(from) });
  for (let part = 1; part <= 12; part++) await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(from + ((to - from) * part) / 12) });
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** Opens home and touches it, because the first touch loads the refresher. */
async function openHome(page: Page): Promise<void> {
  await page.goto('/m/home');
  await arrive(page, '/m/home');
  await front(page).locator('h1').first().tap();
  await expect(front(page).locator('ion-refresher')).toBeAttached();
}

/** Pulls the page until it reloads. For a moment the refresher is attached but does not react to the finger yet. */
async function pull(page: Page, asked: () => boolean): Promise<void> {
  await expect(async () => {
    await drag(page, 150, 380);
    await expect.poll(asked, { timeout: 2_000 }).toBe(true);
  }).toPass({ timeout: 15_000 });
}

test('pulling a list down refetches it', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await openHome(page);
  asked.length = 0;
  await pull(page, () => asked.includes('/app/loan/list'));
  await expect(front(page).locator('ion-refresher')).not.toHaveClass(/refresher-active/);
});

test('a page that was pulled down while the network hangs can soon be scrolled again', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 480 });
  await openHome(page);
  let hanging = 0;
  await page.route('**/app/loan/list', () => void (hanging += 1));
  await pull(page, () => hanging > 0);
  await expect(async () => {
    await drag(page, 300, 100);
    expect(await front(page).locator('ion-content').evaluate(async (content: HTMLIonContentElement) => (await content.getScrollElement()).scrollTop)).toBeGreaterThan(50);
  }).toPass({ timeout: 15_000 });
});
