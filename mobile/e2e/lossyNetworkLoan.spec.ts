import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, front, test } from './fixtures';
import { balances, caseFile, reconcile } from './walk/books';
import { apply, confirm, openOffer, openProduct, orderNo, readAndAccept, wish } from './walk/borrow';
import { payAtBank } from './walk/desk';
import { logIn } from './walk/login';
import { vnd } from './walk/money';
import { account, somebody } from './walk/person';
import { openRepayment, receipt, takeCode } from './walk/repay';
import { everythingOnce, open, loseRequests } from './walk/lossyNetwork';
import { arrive, button } from './walk/screen';
import { addFirstCard, answerAll } from './walk/verify';

// A loan over a lossy network: slow, with some requests that never arrive and some without a response.

/** Pseudo-random numbers from 0 to 1 that are the same in every run (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const amount = 5_000_000;
/** How long the network is down. */
const OUTAGE_MS = 30_000;

/** The whole journey from the login to a paid loan. */
async function wholeJourney(page: Page): Promise<string> {
  const person = somebody();
  await open(page, '/m/login?redirect=/m/auth');
  await logIn(page, person);
  await answerAll(page, person);
  await addFirstCard(page, account());
  await open(page, '/m/loan/list');
  await openProduct(page, 'Vay linh hoạt');
  await wish(page, amount, 91);
  await apply(page, amount);
  await openOffer(page);
  await confirm(page, person);
  await expect(button(page, `Trả ${vnd(amount)}`)).toBeVisible({ timeout: 40_000 });
  const no = await orderNo(page);
  await openRepayment(page, amount);
  await takeCode(page);
  await payAtBank(amount);
  await receipt(page, 'Đã nhận tiền tất toán', 'lossy-receipt');
  return no;
}

/** Checks that there is one application, one confirmation and one payout, and that the books balance. */
function expectOnce(no: string): void {
  const file = caseFile(no);
  expect(file.payouts).toHaveLength(1);
  expect(file.timeline.filter(({ event }) => event === 'confirmed')).toHaveLength(1);
  expect(balances(file)).toEqual({});
}

test.afterAll(reconcile);
test.describe.configure({ timeout: 240_000 });

test('every call and file is lost once before the server receives it, every call once after, and each action still happens once', async ({ page }) => {
  const line = await loseRequests(page, { lose: everythingOnce });
  expectOnce(await wholeJourney(page));
  for (const call of ['member/smsLogin', 'auth/identity', 'loan/apply', 'order/confirm', 'repay/paycode', 'file/upload']) {
    expect(line.lost).toContain(`there /app/${call}`);
    expect(line.lost).toContain(`back /app/${call}`);
  }
  expect(line.lost.filter((request) => request.includes('/assets/')).length).toBeGreaterThan(5);
});

test('the whole journey succeeds on 400 kbit/s with 5 % of the requests lost', { tag: '@ci' }, async ({ page }) => {
  const next = numbers(7);
  const line = await loseRequests(page, {
    bytesPerSecond: 400_000 / 8,
    lose: () => (next() < 0.05 ? (next() < 0.5 ? 'there' : 'back') : null),
  });
  expectOnce(await wholeJourney(page));
  expect(line.lost.length).toBeGreaterThan(3);
});

test('an outage of 30 seconds loses no photo, form or application, and none is sent twice', { tag: '@ci' }, async ({ page }) => {
  const line = await loseRequests(page, { lose: () => null });
  const person = somebody();
  await open(page, '/m/login?redirect=/m/auth/identity');
  await logIn(page, person);
  await arrive(page, '/m/auth/identity');

  await test.step('a photo and input from the outage survive a reload, and are sent automatically', async () => {
    line.hole = true;
    const over = new Promise((resolve) => setTimeout(resolve, OUTAGE_MS));
    const camera = page.waitForEvent('filechooser');
    await front(page).getByLabel('Mặt trước', { exact: true }).click();
    await (await camera).setFiles(fileURLToPath(new URL('photos/front.jpg', import.meta.url)));
    await front(page).getByLabel('Họ và tên trên giấy tờ').fill(person.name);
    await expect(front(page).getByText('Chưa tải được ảnh. Kiểm tra mạng rồi thử lại.')).toBeVisible({ timeout: 30_000 });
    await over;
    line.hole = false;
    await page.reload();
    await expect(front(page).getByText('Ảnh đã được tải lên')).toBeVisible({ timeout: 20_000 });
    await expect(front(page).getByLabel('Họ và tên trên giấy tờ')).toHaveValue(person.name);
  });

  await test.step('an application during the outage reports the failure, accepts further taps, and counts once', async () => {
    await open(page, '/m/auth');
    await answerAll(page, person, /^(Bắt đầu|Tiếp tục): Giấy tờ tùy thân/);
    await addFirstCard(page, account());
    await open(page, '/m/loan/list');
    await openProduct(page, 'Vay linh hoạt');
    await wish(page, amount, 91);
    await button(page, `Vay ${vnd(amount)}`).click();
    await arrive(page, '/m/loan/loanIndex');
    await button(page, 'Đọc hợp đồng').last().click();
    await readAndAccept(page, 'lossy-contract');
    const submit = button(page, `Đăng ký vay ${vnd(amount)}`);
    line.hole = true;
    await submit.click();
    await expect(page.getByText(/F0000/)).toBeVisible({ timeout: 30_000 });
    line.hole = false;
    await submit.dblclick();
    await openOffer(page);
    await open(page, '/m/order/list');
    await expect(button(page, /Vay linh hoạt/)).toHaveCount(1);
  });
});
