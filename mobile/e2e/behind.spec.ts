import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { PNG } from 'pngjs';
import { expect, front, test } from './fixtures';
import { debtor } from './walk/debtor';
import { payAtBank } from './walk/desk';
import { holdBack } from './walk/network';
import { QuickBorrower } from './walk/quick';
import { somebodyOf } from './walk/regionPerson';
import { arrive, button, depth, place } from './walk/screen';

const base = process.env.E2E_BASE_URL ?? 'http://127.0.0.1:8080';
const photo = fileURLToPath(new URL('./photos/front.jpg', import.meta.url));

/** Somebody with a running loan, logged in in this browser. */
async function owing(page: Page): Promise<{ orderId: string }> {
  const borrower = new QuickBorrower(base, somebodyOf('vi'));
  await borrower.logIn();
  const { orderId } = await debtor(borrower, await borrower.verify());
  await logIn(page, borrower);
  return { orderId };
}

/** Makes this browser the borrower's. */
async function logIn(page: Page, borrower: QuickBorrower) {
  await page.goto('/m/terms');
  await page.evaluate(
    ([token, phone]) => {
      localStorage.setItem('lm:token', JSON.stringify({ value: token }));
      localStorage.setItem('lm:phone', JSON.stringify({ value: phone }));
    },
    [borrower.token, borrower.person.phone],
  );
}

// spec: 2.header-back-history
test('the back button leads back after a reload too', async ({ page }) => {
  await page.goto('/m/login');
  await arrive(page, '/m/login');
  await front(page).getByRole('link', { name: 'Điều khoản sử dụng' }).click();
  await arrive(page, '/m/terms');
  await page.reload();
  await arrive(page, '/m/terms');
  await button(page, 'Quay lại').click();
  await arrive(page, '/m/login');
  await expect(front(page).getByLabel('Số điện thoại')).toBeVisible();
});

test('money that arrives while somebody else is asked for it leads to one receipt, and back to no request for it', async ({ page }) => {
  const { orderId } = await owing(page);
  const amount = 123_457;
  await page.goto(`/m/repay/normal?orderId=${orderId}`);
  await arrive(page, '/m/repay/normal');
  await front(page).getByLabel('Số tiền bạn muốn trả').fill(String(amount));
  await button(page, 'Lấy mã thanh toán').click();
  await arrive(page, '/m/repay/paycode');
  await button(page, /^Nhờ người khác trả giúp/).click();
  await arrive(page, '/m/repay/ask');
  await payAtBank(amount);
  await arrive(page, '/m/repay/result');
  await expect(front(page).getByRole('heading', { level: 2 }).first()).toBeVisible();
  const deep = await depth(page);
  await button(page, 'Quay lại').click();
  // The code page was over, too: its place is taken by the receipt once it is come back to.
  await expect.poll(() => depth(page)).toBe(deep - 1);
  await arrive(page, '/m/repay/result');
  await expect(front(page).getByRole('heading', { level: 2 }).first()).toBeVisible();
  await expect(front(page).getByRole('img', { name: /^Mã QR để trả/ })).toHaveCount(0);
  await button(page, 'Quay lại').click();
  await arrive(page, '/m/repay/normal');
  await expect(front(page).getByLabel('Số tiền bạn muốn trả')).toBeVisible();
});

test('a photo that waits, and what is typed, lie sealed in the browser, and are gone after the log-out', async ({ page, context }) => {
  await owing(page);
  await page.goto('/m/customer/online');
  await arrive(page, '/m/customer/online');
  await page.route('**/app/support/saveDraft', (route) => route.abort());
  await page.route('**/app/file/upload', (route) => route.abort());
  const area = front(page).getByLabel('Lời nhắn của bạn');
  await area.fill('CCCD 001199000123');
  const chooser = page.waitForEvent('filechooser');
  await front(page).getByRole('button', { name: /^Ảnh 1\/3/ }).click();
  await (await chooser).setFiles(photo);
  const kept = () =>
    page.evaluate(
      () =>
        new Promise<{ names: string[]; plain: boolean }>((resolve) => {
          const opening = indexedDB.open('lm-sealed');
          opening.onsuccess = () => {
            const store = opening.result.transaction('sealed').objectStore('sealed');
            const [names, values] = [store.getAllKeys(), store.getAll()];
            values.onsuccess = () => {
              const bytes = values.result.flatMap((one: { data?: ArrayBuffer }) => (one.data ? [new Uint8Array(one.data)] : []));
              const plain = bytes.some((part) => (part[0] === 0xff && part[1] === 0xd8) || new TextDecoder('latin1').decode(part).includes('001199000123'));
              resolve({ names: names.result.map(String), plain: plain || JSON.stringify({ ...localStorage }).includes('001199000123') });
              opening.result.close();
            };
          };
        }),
    );
  await expect.poll(async () => (await kept()).names.filter((name) => /^(photo|draft)\//.test(name)).length).toBe(2);
  expect((await kept()).plain).toBe(false);
  await page.unroute('**/app/file/upload');
  await page.reload();
  await expect(area).toHaveValue('CCCD 001199000123');
  await expect(front(page).getByText('Ảnh đã được tải lên')).toBeVisible();

  await page.goto('/m/home/mine');
  await arrive(page, '/m/home/mine');
  await expect(button(page, 'Đăng xuất')).toBeVisible();
  await context.setOffline(true);
  await button(page, 'Đăng xuất').click();
  await expect(page.getByRole('alertdialog')).toContainText('chỉ có trên máy này và sẽ bị xóa');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Đăng xuất' }).click();
  await expect.poll(() => place(page)).toBe('/m/home');
  await expect.poll(async () => (await kept()).names).toEqual([]);
  const handle = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('lm:ended:')));
  expect(handle).toHaveLength(1);
  const told = page.waitForResponse('**/app/member/endSession');
  await context.setOffline(false);
  expect((await told).ok()).toBe(true);
});

test('a photo that arrives moves nothing from under the finger', async ({ page }) => {
  const borrower = new QuickBorrower(base, somebodyOf('vi'));
  await borrower.logIn();
  await logIn(page, borrower);
  const release = await holdBack(page, '**/app/file/upload');
  await page.goto('/m/auth/identity');
  await arrive(page, '/m/auth/identity');
  const name = front(page).getByLabel('Họ và tên trên giấy tờ');
  const chooser = page.waitForEvent('filechooser');
  await front(page).getByRole('button', { name: /^Mặt trước/ }).click();
  await (await chooser).setFiles(photo);
  await expect(front(page).getByText(/^Đang tải lên/)).toBeVisible();
  const before = await name.boundingBox();
  release();
  await expect(front(page).getByText('Ảnh đã được tải lên')).toBeVisible();
  expect(await name.boundingBox()).toEqual(before);
});

/** A picture as a cheap camera takes it in the evening: lines, and grain over everything. */
function grainy(): Buffer {
  const picture = new PNG({ width: 1600, height: 1200 });
  let grain = 0;
  for (let at = 0; at < picture.data.length; at += 4) {
    grain = 0.4 * grain + 66 * (Math.random() - 0.5);
    const tone = (at / 4) % 1600 % 80 < 4 ? 40 : 190;
    picture.data.fill(Math.max(0, Math.min(255, tone + grain)), at, at + 3);
    picture.data[at + 3] = 255;
  }
  return PNG.sync.write(picture, { deflateLevel: 1 });
}

test('a photo is sent with so few bytes that a slow line carries it', async ({ page }) => {
  const borrower = new QuickBorrower(base, somebodyOf('vi'));
  await borrower.logIn();
  await logIn(page, borrower);
  await page.goto('/m/auth/identity');
  await arrive(page, '/m/auth/identity');
  const sent = page.waitForRequest('**/app/file/upload');
  const chooser = page.waitForEvent('filechooser');
  await front(page).getByRole('button', { name: /^Mặt trước/ }).click();
  await (await chooser).setFiles({ name: 'evening.png', mimeType: 'image/png', buffer: grainy() });
  const bytes = Number(await (await sent).headerValue('content-length'));
  expect(bytes).toBeGreaterThan(150_000);
  expect(bytes).toBeLessThan(401_000);
  await expect(front(page).getByText('Ảnh đã được tải lên')).toBeVisible();
});

test('rows that come in sight move nothing from under the finger', async ({ page }) => {
  const borrower = new QuickBorrower(base, somebodyOf('vi'));
  await borrower.logIn();
  await logIn(page, borrower);
  await page.goto('/m/home/mine');
  await arrive(page, '/m/home/mine');
  const rows = front(page).getByRole('main').getByRole('button');
  await expect(rows.last()).toBeAttached();
  const heights = () => rows.evaluateAll((all) => all.map((row) => (row as HTMLElement).offsetHeight));
  const before = await heights();
  const last = button(page, /điều khoản/i);
  await last.scrollIntoViewIfNeeded();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await heights()).toEqual(before);
  // A finger stays for a moment.
  await last.click({ delay: 150 });
  await arrive(page, '/m/terms');
});
