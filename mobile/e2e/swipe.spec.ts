import type { Browser, Page } from '@playwright/test';
import { expect, front, test } from './fixtures';
import { openProduct } from './walk/borrow';
import { QuickBorrower } from './walk/quick';
import { somebodyOf } from './walk/regionPerson';
import { arrive, button, openTab } from './walk/screen';
import { Shell, startApp, type Platform } from './walk/shell';

/** A fast swipe from one position to another. */
async function swipe(page: Page, from: { x: number; y: number }, to: number): Promise<void> {
  const finger = await page.context().newCDPSession(page);
  const at = (x: number) => ({ touchPoints: [{ x, y: from.y }] });
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(from.x) });
  for (let part = 1; part <= 10; part++) await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(from.x + ((to - from.x) * part) / 10) });
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** A swipe from the left edge to past the middle. */
const swipeBack = (page: Page, y = 320) => swipe(page, { x: 4, y }, 300);

/** Waits until the gesture's code, which is loaded after the page, has run. */
async function gestureLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/swipeBack-')));
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
}

async function startAs(browser: Browser, platform: Platform, path: string): Promise<Page> {
  const who = new QuickBorrower(process.env.E2E_BASE_URL!, somebodyOf('vi'));
  await who.logIn();
  const shell = new Shell(platform);
  shell.login = { token: who.token, phone: who.person.phone };
  const { page } = await startApp(browser, shell, { path });
  await arrive(page, path);
  return page;
}

// spec: 2.header-back, 2.header-back-history
test('in the iOS app a swipe from the edge goes back, also after a reload, and input is kept', async ({ browser }) => {
  const page = await startAs(browser, 'ios', '/m/home/mine');
  await button(page, /điều khoản/i).click();
  await arrive(page, '/m/terms');
  await gestureLoaded(page);
  await swipe(page, { x: 120, y: 320 }, 330);
  await swipe(page, { x: 4, y: 320 }, 20);
  await arrive(page, '/m/terms');
  await swipeBack(page);
  await arrive(page, '/m/home/mine');
  // Switching tabs adds no step, so there is no page to go back to.
  await swipeBack(page);
  await arrive(page, '/m/home/mine');

  await openTab(page, 'Trang chủ');
  await arrive(page, '/m/home');
  await page.goto('https://localhost/m/customer');
  await arrive(page, '/m/customer');
  await button(page, /Để lại lời nhắn/).click();
  await arrive(page, '/m/customer/online');
  await page.reload();
  await front(page).getByLabel('Lời nhắn của bạn').fill('Tôi đã trả hôm qua');
  await gestureLoaded(page);
  await swipeBack(page);
  await arrive(page, '/m/customer');
  await button(page, /Để lại lời nhắn/).click();
  await expect(front(page).getByLabel('Lời nhắn của bạn')).toHaveValue('Tôi đã trả hôm qua');
  await page.context().close();
});

// spec: 2.header-back-zero
test('the swipe does what the back button does: it leads home with back=0, and does nothing over a dialog', async ({ browser }) => {
  const page = await startAs(browser, 'ios', '/m/home/mine');
  await page.goto('https://localhost/m/loan/list?back=0');
  await arrive(page, '/m/loan/list');
  await gestureLoaded(page);
  await swipeBack(page);
  await arrive(page, '/m/home');

  await page.goto('https://localhost/m/auth/personal');
  await arrive(page, '/m/auth/personal');
  await front(page).getByLabel('Trình độ học vấn').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await gestureLoaded(page);
  await swipeBack(page, 120);
  await expect(page.getByRole('dialog')).toBeVisible();
  await arrive(page, '/m/auth/personal');
  await page.context().close();
});

test('a slider is moved from its left end without leaving the page', async ({ browser }) => {
  const page = await startAs(browser, 'ios', '/m/loan/list');
  await openProduct(page, 'Vay linh hoạt');
  const slider = front(page).getByRole('slider').first();
  await slider.scrollIntoViewIfNeeded();
  const box = (await slider.boundingBox())!;
  await swipe(page, { x: box.x + 1, y: box.y + box.height / 2 }, box.x + box.width * 0.6);
  await expect.poll(() => slider.evaluate(({ min, max, value }: HTMLInputElement) => (Number(value) - Number(min)) / (Number(max) - Number(min)))).toBeGreaterThan(0.3);
  await arrive(page, /^\/m\/loan\/detail\//);
  // The same swipe from the edge beside the slider goes back.
  await swipe(page, { x: 4, y: box.y - 30 }, 300);
  await arrive(page, '/m/loan/list');
  await page.context().close();
});

test('on Android, which has a back key, a swipe does not navigate', async ({ browser }) => {
  const page = await startAs(browser, 'android', '/m/home/mine');
  await button(page, /điều khoản/i).click();
  await arrive(page, '/m/terms');
  await swipeBack(page);
  await arrive(page, '/m/terms');
  await page.context().close();
});
