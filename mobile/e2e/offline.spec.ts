import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, front, test } from './fixtures';
import { borrow } from './walk/borrow';
import { arriveVerified } from './walk/arriveVerified';
import { payAtBank } from './walk/desk';
import { account, somebody } from './walk/person';
import { copyLine, openRepayment, takeTransfer, typeAmount } from './walk/repay';
import { arrive, button, picture } from './walk/screen';
import { vnd } from './walk/money';

test.use({ serviceWorkers: 'allow' });
test.describe.configure({ timeout: 240_000 });

const part = 500_000;
const another = 340_000;

/** A borrower who owes four million, on the page with the transfer details for a part of it. */
async function owesAndPays(page: Page): Promise<void> {
  const person = somebody();
  await arriveVerified(page, person, account());
  await borrow(page, person, 'Vay nhanh 91', 4_000_000, 91);
  await openRepayment(page, 4_060_000);
  await typeAmount(page, part);
  await takeTransfer(page);
}

/** The names of the cached files, to check for the page and its files. */
const keptFiles = () => caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name).then((cache) => cache.keys())))).then((all) => all.flat().map(({ url }) => new URL(url).pathname));

/** The expiry of the newest record of seen data. It grows with each record. */
const noted = () =>
  new Promise<number>((resolve) => {
    const opened = indexedDB.open('lm-sealed');
    opened.onsuccess = () => {
      const store = opened.result.transaction('sealed').objectStore('sealed');
      const names = store.getAllKeys();
      names.onsuccess = () => {
        const name = names.result.map(String).find((one) => one.startsWith('seen/'));
        if (name === undefined) return resolve(0);
        const kept = store.get(name);
        kept.onsuccess = () => resolve((kept.result as { until: number }).until);
      };
    };
  });

test('without a network the app opens and shows the debt with its age, and nothing after logout', async ({ page, context }) => {
  await owesAndPays(page);
  const memo = await copyLine(page, 'Nội dung chuyển khoản');
  const before = await page.evaluate(noted);
  await page.goto('/m/home');
  await expect(front(page).getByText(/còn\s\d+\sngày/).first()).toBeVisible();
  await expect.poll(() => page.evaluate(noted)).toBeGreaterThan(before);
  await expect.poll(() => page.evaluate(keptFiles), { timeout: 40_000 }).toContain('/m/home');
  await expect.poll(async () => (await page.evaluate(keptFiles)).filter((name) => /LastSeen|offline/.test(name)).length).toBeGreaterThan(0);

  await context.setOffline(true);
  await page.goto('/m/home');
  await expect(front(page).getByText('Không có mạng', { exact: true })).toBeVisible();
  await expect(front(page).getByText('4.060.000').first()).toBeVisible();
  await expect(front(page).getByText(/phút trước/)).toHaveCount(2);
  await expect(front(page).getByText('Khoản này có thể đã được trả rồi. Hãy kiểm tra trước khi trả.')).toBeVisible();
  await expect(front(page).getByText(memo).first()).toBeVisible();
  await picture(page, 'offline');

  await context.setOffline(false);
  await expect(front(page).getByText(/còn\s\d+\sngày/).first()).toBeVisible({ timeout: 30_000 });
  await page.goto('/m/home/mine');
  await button(page, 'Đăng xuất').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Đăng xuất' }).click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('lm:token'))).toBeNull();
  await context.setOffline(true);
  await page.goto('/m/home');
  await expect(page.locator('#root .boot')).toHaveCount(0);
  await expect(page.getByText(memo)).toHaveCount(0);
});

test('a payment is found by its amount, and the statement of the loan is downloaded as CSV', async ({ page }) => {
  await owesAndPays(page);
  await payAtBank(part);
  await arrive(page, '/m/repay/result');
  await button(page, 'Xem khoản vay').click();
  await arrive(page, /^\/m\/order\/detail\//);
  await openRepayment(page, 3_560_000);
  await typeAmount(page, another);
  await takeTransfer(page);
  await payAtBank(another);
  await arrive(page, '/m/repay/result');
  await page.goto('/m/repay/record');
  await expect(front(page).getByText(vnd(another))).toBeVisible();
  await front(page).getByLabel('Tìm khoản thanh toán').fill('999');
  await expect(front(page).getByText('Không có khoản nào như vậy')).toBeVisible();
  await front(page).getByLabel('Tìm khoản thanh toán').fill('500.000');
  await expect(front(page).getByText(vnd(part))).toBeVisible();
  await expect(front(page).getByText(vnd(another))).toHaveCount(0);
  await picture(page, 'records');
  await button(page, 'Sao kê').click();
  await page.getByText('CSV, cho bảng tính').click();
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Tải sao kê' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^statement-.*\.csv$/);
  const table = await readFile(await file.path(), 'utf8');
  expect(table).toContain(',500000,');
});
