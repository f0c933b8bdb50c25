import type { Locator, Page } from '@playwright/test';
import { expect, front, test } from './fixtures';
import { address, somebody } from './walk/person';
import { arrive, button } from './walk/screen';

const scrollTo = (page: Page, top: number) =>
  front(page).locator('ion-content').evaluate((content, at) => (content as unknown as { scrollToPoint: (x: number, y: number, ms: number) => Promise<void> }).scrollToPoint(0, at, 0), top);
const background = (page: Page) => front(page).locator('header').first().evaluate((header) => getComputedStyle(header).backgroundColor);

// spec: 2.header-background
test("the header's background switches after 100 pixels of scrolling, and back", async ({ page }) => {
  await page.goto('/m/terms');
  await arrive(page, '/m/terms');
  // While the header is being replaced by that of the page's chunk, it has no style.
  await expect.poll(() => background(page)).toMatch(/^rgb/);
  const before = await background(page);
  await scrollTo(page, 100);
  await expect.poll(() => front(page).locator('ion-content').evaluate(async (content) => (await (content as unknown as { getScrollElement: () => Promise<Element> }).getScrollElement()).scrollTop)).toBe(100);
  expect(await background(page)).toBe(before);
  await scrollTo(page, 101);
  await expect.poll(() => background(page)).not.toBe(before);
  await scrollTo(page, 0);
  await expect.poll(() => background(page)).toBe(before);
});

// spec: 2.header-back-zero, 2.header-back-history, 2.header-back
test('back returns to the previous page, and leads home with back=0', async ({ page }) => {
  await page.goto('/m/login');
  await arrive(page, '/m/login');
  await front(page).getByRole('link', { name: 'Điều khoản sử dụng' }).click();
  await arrive(page, '/m/terms');
  await button(page, 'Quay lại').click();
  await arrive(page, '/m/login');
  await front(page).getByRole('link', { name: 'Điều khoản sử dụng' }).click();
  await arrive(page, '/m/terms');
  await page.goto('/m/terms?back=0');
  await arrive(page, '/m/terms');
  await button(page, 'Quay lại').click();
  await arrive(page, '/m/home');
  await page.goto('/m/home');
  await expect(front(page).getByRole('navigation')).toBeVisible();
  await expect(button(page, 'Quay lại')).toHaveCount(0);
});

test('a toast covers neither the header nor an overlay', async ({ page }) => {
  const message = (words: string) => page.getByRole('status').getByText(words, { exact: true });
  const box = async (what: Locator) => (await what.boundingBox())!;
  await page.goto('/m/login');
  await arrive(page, '/m/login');
  await page.setExtraHTTPHeaders({ 'X-Forwarded-For': address() });
  await page.route('**/app/member/checkPhone', (route) => route.fulfill({ status: 403, json: { success: false, msg: 'Để thử', errorCode: 10050, data: null } }));
  await front(page).getByLabel('Số điện thoại').fill(somebody().phone);
  await front(page).getByText('Tôi đã đọc và đồng ý với').click({ position: { x: 10, y: 10 } });
  await button(page, 'Nhận mã').click();
  const header = await box(front(page).locator('header').first());
  await expect(message('Để thử')).toBeVisible();
  await expect.poll(async () => (await box(message('Để thử'))).y).toBeGreaterThan(header.y + header.height);

  await page.unroute('**/app/member/checkPhone');
  await expect(message('Để thử')).toBeHidden();
  await button(page, 'Nhận mã').click();
  const sheet = page.getByRole('dialog', { name: 'Nhập mã xác nhận' });
  await page.route('**/app/member/smsLogin', (route) => route.fulfill({ status: 403, json: { success: false, msg: 'Để thử nữa', errorCode: 10050, data: null } }));
  await sheet.getByLabel('Mã 4 số').fill('1234');
  await expect(message('Để thử nữa')).toBeVisible();
  // The highest sheet leaves three units free.
  const unit = await page.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize));
  const end = async () => {
    const { y, height } = await box(message('Để thử nữa'));
    return y + height;
  };
  await expect.poll(end).toBeLessThan(3 * unit);
});

// spec: 9.root-scale
test('the layout scales with the width: 100 pixels per unit at 375, at most 120', async ({ page }) => {
  await page.goto('/m/terms');
  await arrive(page, '/m/terms');
  for (const [width, unit] of [[375, 100], [320, 85.33], [412, 109.87], [1024, 120], [1440, 120]] as const) {
    await page.setViewportSize({ width, height: 700 });
    const found = await page.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize) * 6.25);
    expect(found).toBeCloseTo(unit, 1);
  }
});

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`after navigation the focus is on the heading of the new page, and the document has its title (motion: ${reducedMotion})`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion });
    const focused = () => page.evaluate(() => document.activeElement?.closest('h1, main')?.tagName === 'H1' ? document.activeElement.textContent : document.activeElement?.tagName);
    await page.goto('/m/login');
    await arrive(page, '/m/login');
    const before = await page.title();
    await front(page).getByRole('link', { name: 'Điều khoản sử dụng' }).click();
    await arrive(page, '/m/terms');
    await expect.poll(focused).toBe('Điều khoản sử dụng');
    await expect.poll(() => page.title()).toMatch(/^Điều khoản sử dụng · /);
    await button(page, 'Quay lại').click();
    await arrive(page, '/m/login');
    await expect.poll(() => page.title()).toBe(before);
    await expect.poll(focused, 'the focus is on the link that was followed, or on the heading').not.toBe('BODY');
  });
}
