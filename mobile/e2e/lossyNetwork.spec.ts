import type { BrowserContext, Page } from '@playwright/test';
import { expect, front, test } from './fixtures';
import { known, verified, answer, stepUp } from './walk/account';
import { answerTicket, caseFile, reconcile } from './walk/books';
import { carrierCode, chooseCarrier, enterCode, sendPassword } from './walk/carrier';
import { debtor } from './walk/debtor';
import { cardsToReview, decideCard, look, payAtBank, smsCode } from './walk/desk';
import { openLanding, logInAtLanding } from './walk/landing';
import { later } from './walk/money';
import { account, address, somebody } from './walk/person';
import type { QuickBorrower } from './walk/quick';
import { everythingOnce, open, loseRequests, type Line } from './walk/lossyNetwork';
import { arrive, button } from './walk/screen';
import { saveAccount } from './walk/card';
import { fillCard, photograph } from './walk/verify';

// Every flow except the loan itself (lossyNetworkLoan.spec.ts), over a network that loses each call once before the
// server receives it and once after the server has processed it. Each flow must end as on a good network: nothing has
// to be typed or photographed again, and every action takes effect once.

test.afterAll(reconcile);
test.describe.configure({ timeout: 120_000 });

const lossy = (page: Page): Promise<Line> => loseRequests(page, { lose: everythingOnce });

function expectLost(line: Line, ...calls: string[]): void {
  for (const call of calls) {
    expect(line.lost).toContain(`there /app/${call}`);
    expect(line.lost).toContain(`back /app/${call}`);
  }
}

/** A borrower with a running loan, logged in on this phone. */
async function owing(context: BrowserContext, product?: string) {
  const { who, cardId } = await verified(context);
  return { who, ...(await debtor(who, cardId, product)) };
}

test('a newcomer logs in on the landing page', { tag: '@ci' }, async ({ page }) => {
  const line = await lossy(page);
  const { phone } = somebody();
  await expect(async () => openLanding(page)).toPass({ timeout: 60_000 });
  await logInAtLanding(page, phone);
  await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search, { timeout: 30_000 }).toBe('/m/home?isNewMember=1');
  await expect(front(page).getByText('Chào bạn.')).toBeVisible();
  expectLost(line, 'member/checkPhone', 'member/sendSmsCode', 'member/smsLogin');
});

/** Adds a bank card in the app, with its SMS code. The input must survive each lost call. */
async function addAccount(page: Page, who: QuickBorrower, number: string): Promise<void> {
  await open(page, '/m/bankCard');
  await expect(button(page, 'Thêm tài khoản')).toBeVisible({ timeout: 60_000 });
  await button(page, 'Thêm tài khoản').click();
  await arrive(page, '/m/bankCard/add');
  await fillCard(page, number);
  const dialog = page.getByRole('dialog', { name: 'Xác nhận tài khoản ngân hàng' });
  const code = await smsCode(who.person.phone, () => saveAccount(page));
  await dialog.getByLabel('Mã 4 số').pressSequentially(code);
  // A code is never retried silently: the borrower sees an error, and the input is kept.
  for (const again of [false, true]) {
    if (again) await dialog.getByRole('button', { name: 'Xác nhận' }).click();
    await expect(dialog.getByText(/F0000/), again ? 'sent again' : 'sent by its last digit').toBeVisible();
    await expect(dialog.getByLabel('Mã 4 số')).toHaveValue(code);
    await expect(front(page).getByLabel('Nhập lại lần nữa')).toHaveValue(number);
  }
  await dialog.getByRole('button', { name: 'Xác nhận' }).dblclick();
  await expect(dialog).toBeHidden();
  await expect.poll(() => new URL(page.url()).pathname, { timeout: 30_000 }).toBe('/m/bankCard/auth');
  const { cards } = await who.call<{ cards: unknown[] }>('bankCard/list');
  expect(cards).toHaveLength(2);
}

test('a borrower adds another bank card', { tag: '@ci' }, async ({ page, context }) => {
  const { who } = await verified(context);
  const line = await lossy(page);
  await addAccount(page, who, account());
  expectLost(line, 'member/checkSmsCode', 'bankCard/add');
});

/** Applies for a loan to a bank card and waits for the offer. */
async function offered(who: QuickBorrower, cardId: string): Promise<{ orderId: string; orderNo: string }> {
  const products = (await who.products()).groups.flatMap((group) => group.products);
  const { loanId, minAmount } = products.find(({ name }) => name === 'Vay linh hoạt')!;
  const orderId = await who.apply(loanId, minAmount, 91, cardId);
  const { order } = await who.until(orderId, 4);
  return { orderId, orderNo: order.orderNo };
}

test('a bank card added while an order is in progress is reviewed once, and the loan uses it', { tag: '@ci' }, async ({ page, context }) => {
  const { who, cardId } = await verified(context);
  const { orderId } = await offered(who, cardId);
  const line = await lossy(page);
  const number = account();
  await addAccount(page, who, number);
  await expect(front(page).getByText('Đang kiểm tra tài khoản mới')).toBeVisible({ timeout: 30_000 });
  // There is only one review, although the borrower tapped and the phone sent the call more than once.
  await decideCard(true);
  expect(await cardsToReview()).toEqual([]);
  await expect.poll(async () => (await who.until(orderId, 4)).bankCard?.accountLast4).toBe(number.slice(-4));
  expectLost(line, 'member/checkSmsCode', 'bankCard/add');
});

test('a bank card that an offer is paid to is removed, and another replaces it', { tag: '@ci' }, async ({ page, context }) => {
  const { who, cardId } = await verified(context);
  await who.freshCode(202);
  const number = account();
  await who.addCard(number);
  const { orderId } = await offered(who, cardId);
  // The first response asks for another bank card. The call that names it is the one to lose.
  const line = await loseRequests(page, { lose: (path, nth) => everythingOnce(path, path === '/app/bankCard/unbind' ? nth - 1 : nth) });
  await open(page, `/m/bankCard/detail?cardId=${cardId}`);
  await button(page, 'Gỡ tài khoản này').click({ timeout: 60_000 });
  await answer(page, 'Gỡ tài khoản này?', 'Gỡ tài khoản');
  const sheet = page.getByRole('dialog', { name: 'Nhận tiền vào tài khoản nào?' });
  await sheet.getByRole('button', { name: new RegExp(`…${number.slice(-4)}`) }).click({ timeout: 60_000 });
  await expect(sheet).toBeHidden({ timeout: 30_000 });
  const { cards } = await who.call<{ cards: { accountLast4: string }[] }>('bankCard/list');
  expect(cards.map(({ accountLast4 }) => accountLast4)).toEqual([number.slice(-4)]);
  expect((await who.until(orderId, 4)).bankCard.accountLast4).toBe(number.slice(-4));
  expectLost(line, 'bankCard/unbind');
});

test('a failed payout goes to another bank card, once', { tag: '@ci' }, async ({ page, context }) => {
  const { who } = await verified(context);
  await who.freshCode(202);
  const { orderId, orderNo } = await offered(who, await who.addCard(account('0001')));
  await who.confirm(orderId, 6);
  const line = await lossy(page);
  await open(page, `/m/order/detail/${orderId}`);
  await button(page, new RegExp(`…${who.person.account.slice(-4)}`)).dblclick({ timeout: 60_000 });
  await who.until(orderId, 9);
  expect(caseFile(orderNo).payouts.filter(({ state }) => state === 'succeeded')).toHaveLength(1);
  expectLost(line, 'order/changeCard');
});

test('an offer is cancelled', { tag: '@ci' }, async ({ page, context }) => {
  const { who, cardId } = await verified(context);
  const { orderId, orderNo } = await offered(who, cardId);
  const line = await lossy(page);
  await open(page, `/m/order/detail/${orderId}`);
  await button(page, 'Hủy khoản vay').click({ timeout: 60_000 });
  await answer(page, 'Hủy khoản vay này?', 'Hủy khoản vay');
  await expect(front(page).getByText('Bạn đã hủy', { exact: true })).toBeVisible({ timeout: 30_000 });
  expect(caseFile(orderNo).timeline.filter(({ event }) => event.startsWith('cancelled'))).toHaveLength(1);
  expectLost(line, 'order/cancel');
});

/** The open payments of a loan at the bank. */
const asked = async (orderNo: string) => (await look()).intents.filter((intent) => intent.orderNo === orderNo);

test('a part of a loan is repaid by transfer', async ({ page, context }) => {
  const { orderId, orderNo } = await owing(context);
  const line = await lossy(page);
  await open(page, `/m/repay/normal?orderId=${orderId}`);
  await front(page).getByLabel('Số tiền bạn muốn trả').fill('217000', { timeout: 60_000 });
  await button(page, 'Chuyển khoản ngân hàng').dblclick();
  await expect(front(page).getByText('Nội dung chuyển khoản')).toBeVisible({ timeout: 30_000 });
  expect(await asked(orderNo)).toHaveLength(1);
  await payAtBank(217_000);
  await expect(front(page).getByRole('heading', { name: 'Đã nhận một phần' })).toBeVisible({ timeout: 30_000 });
  expectLost(line, 'repay/bank', 'repay/intent', 'repay/receipt');
});

test('someone else repays a loan by a link', { tag: '@ci' }, async ({ page, context, browser }) => {
  const { who, orderId, orderNo } = await owing(context);
  const { intentId, amount } = await who.payBy('paycode', orderId, 223_000);
  const line = await lossy(page);
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }));
  await open(page, `/m/repay/ask?intentId=${intentId}`);
  await button(page, 'Gửi liên kết').click({ timeout: 60_000 });
  await expect(page.getByText('Đã sao chép. Hãy dán vào tin nhắn.')).toBeVisible({ timeout: 30_000 });
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const { pathname, hash } = new URL(copied.slice(copied.lastIndexOf('\n') + 1));
  const other = await browser.newContext({ extraHTTPHeaders: { 'X-Forwarded-For': address() } });
  const friend = await other.newPage();
  const theirs = await lossy(friend);
  await open(friend, pathname + hash);
  await expect(front(friend).getByRole('img', { name: /^Mã QR để trả/ })).toBeVisible({ timeout: 60_000 });
  await payAtBank(amount);
  await expect(front(friend).getByText('Đã nhận được tiền. Cảm ơn bạn.')).toBeVisible({ timeout: 30_000 });
  await other.close();
  expect(await asked(orderNo)).toEqual([]);
  expectLost(line, 'repay/intent');
  expectLost(theirs, 'repay/link');
});

test('a loan is extended, the fee paid at once', { tag: '@ci' }, async ({ page, context }) => {
  const { orderId, orderNo } = await owing(context, 'Vay nhanh 91');
  const line = await lossy(page);
  await open(page, `/m/repay/extend?orderId=${orderId}`);
  await front(page).getByText(/^Tôi đồng ý gia hạn đến/).click({ position: { x: 10, y: 10 }, timeout: 60_000 });
  await button(page, /^Lấy mã trả/).dblclick();
  await arrive(page, '/m/repay/paycode');
  const [fee, ...more] = await asked(orderNo);
  expect(more).toEqual([]);
  await payAtBank(fee!.amount);
  await expect(front(page).getByRole('heading', { name: 'Khoản vay đã được gia hạn' })).toBeVisible({ timeout: 30_000 });
  expect(caseFile(orderNo).timeline.filter(({ event }) => event === 'extended')).toHaveLength(1);
  expectLost(line, 'repay/extendQuote', 'repay/extend');
});

test('a loan is extended, the fee added to the loan', { tag: '@ci' }, async ({ page, context }) => {
  const { orderId, orderNo } = await owing(context, 'Vay nhanh 91');
  const line = await lossy(page);
  await open(page, `/m/repay/extend?orderId=${orderId}`);
  await front(page).getByText('Cộng phí vào khoản vay').click();
  await front(page).getByText(/^Tôi đồng ý gia hạn đến/).click({ position: { x: 10, y: 10 } });
  await button(page, /^Gia hạn đến/).dblclick();
  await expect(front(page).getByRole('heading', { name: 'Đã gia hạn' })).toBeVisible({ timeout: 30_000 });
  expect(caseFile(orderNo).timeline.filter(({ event }) => event === 'extended')).toHaveLength(1);
  expectLost(line, 'repay/extendQuote', 'repay/extend');
});

test('a payment proof is sent with pictures', async ({ page, context }) => {
  const { who, orderId } = await owing(context);
  const line = await lossy(page);
  await open(page, `/m/repay/proofUpload/${orderId}`);
  for (const n of [1, 2]) {
    await photograph(page, new RegExp(`^Ảnh ${n}/3`), 'front');
    await expect(front(page).getByText('Ảnh đã được tải lên')).toHaveCount(n, { timeout: 30_000 });
  }
  await front(page).getByLabel(/^Ghi chú/).fill('chuyển lúc 9 giờ');
  await button(page, 'Gửi ảnh').dblclick();
  await expect(front(page).getByText('Đang đối chiếu')).toBeVisible({ timeout: 30_000 });
  const { proofs } = await who.call<{ proofs: { fileIds: string[]; note: string }[] }>('repay/proofs', { orderId });
  expect(proofs).toHaveLength(1);
  expect(proofs[0]).toMatchObject({ note: 'chuyển lúc 9 giờ' });
  expectLost(line, 'file/upload', 'repay/proof');
});

test('a complaint is sent with a picture', { tag: '@ci' }, async ({ page, context }) => {
  const who = await known(context);
  const line = await lossy(page);
  await open(page, '/m/customer/complain');
  await front(page).getByLabel('Điều đã xảy ra').fill('Số tiền tôi nhận được ít hơn hợp đồng.');
  await photograph(page, /^Ảnh 1\/3/, 'front');
  await expect(front(page).getByText('Ảnh đã được tải lên')).toBeVisible({ timeout: 30_000 });
  await button(page, 'Gửi khiếu nại').dblclick();
  await expect.poll(() => new URL(page.url()).pathname, { timeout: 30_000 }).toMatch(/^\/m\/customer\/ticket\//);
  await expect(front(page).getByText('Số tiền tôi nhận được ít hơn hợp đồng.')).toBeVisible({ timeout: 30_000 });
  const { tickets } = await who.call<{ tickets: unknown[] }>('support/list');
  expect(tickets).toHaveLength(1);
  expectLost(line, 'file/upload', 'support/complain');
});

test('a promise to pay later is sent', { tag: '@ci' }, async ({ page, context }) => {
  const { who, orderId, due } = await owing(context);
  const line = await lossy(page);
  await open(page, `/m/customer/hardship?orderId=${orderId}`);
  await front(page).getByLabel('Ngày bạn sẽ trả').fill(later(due, 14));
  await button(page, 'Hẹn ngày trả').last().dblclick();
  await expect(front(page).getByText(/^Đến hết .*, chúng tôi không gửi tin nhắc nợ\.$/)).toBeVisible({ timeout: 30_000 });
  expect(await who.call('support/hardship', { orderId })).toMatchObject({ canAsk: false, current: { kind: 'promise' } });
  expectLost(line, 'support/promise');
});

test('a payment plan is sent and withdrawn', { tag: '@ci' }, async ({ page, context }) => {
  const { who, orderId } = await owing(context);
  const line = await lossy(page);
  await open(page, `/m/customer/hardship?orderId=${orderId}`);
  await front(page).getByText('Đề nghị trả dần', { exact: true }).click({ timeout: 60_000 });
  await front(page).getByLabel('Hoàn cảnh của bạn').fill('Tôi nghỉ việc từ tháng trước.');
  await front(page).getByLabel('Số tiền bạn trả được mỗi tháng').fill('100000');
  await button(page, 'Gửi đề nghị').dblclick();
  await expect(front(page).getByText('Đề nghị của bạn')).toBeVisible({ timeout: 30_000 });
  await button(page, 'Rút lại đề nghị').click();
  await answer(page, 'Rút lại đề nghị này?', 'Rút lại đề nghị');
  await expect(front(page).getByText('Bạn đã rút lại')).toBeVisible({ timeout: 30_000 });
  expect(await who.call('support/hardship', { orderId })).toMatchObject({ canAsk: true });
  expectLost(line, 'support/plan', 'support/withdraw');
});

test('a message is sent, and a reply added', { tag: '@ci' }, async ({ page, context }) => {
  const who = await known(context);
  const line = await lossy(page);
  await open(page, '/m/customer/online');
  await front(page).getByLabel('Lời nhắn của bạn').fill('Tôi muốn đổi số điện thoại.', { timeout: 60_000 });
  await button(page, 'Gửi lời nhắn').dblclick();
  await expect.poll(() => new URL(page.url()).pathname, { timeout: 30_000 }).toMatch(/^\/m\/customer\/ticket\//);
  const { tickets } = await who.call<{ tickets: { ticketNo: string }[] }>('support/list');
  expect(tickets).toHaveLength(1);
  answerTicket(tickets[0]!.ticketNo, 'Bạn hãy gọi tổng đài.');
  await open(page, new URL(page.url()).pathname);
  await button(page, 'Viết thêm').click({ timeout: 60_000 });
  await front(page).getByLabel('Bạn muốn nói thêm điều gì?').fill('Tôi đã gọi rồi.');
  await button(page, 'Gửi thêm').dblclick();
  await expect(front(page).getByRole('listitem')).toHaveCount(3, { timeout: 30_000 });
  expectLost(line, 'support/message', 'support/reply');
});

test('a number is verified with its carrier', { tag: '@ci' }, async ({ page, context }) => {
  const who = await known(context);
  const line = await lossy(page);
  await open(page, '/m/auth/opt');
  await chooseCarrier(page, 'Viettel', 'Mật khẩu dịch vụ');
  await sendPassword(page, 'Viettel', 'matkhau7391');
  await arrive(page, '/m/mall/viettel/detail/password/next');
  await enterCode(page, await carrierCode(who.person.phone));
  await arrive(page, '/m/mall/viettel/result/success');
  await expect(front(page).getByRole('heading', { name: 'Số của bạn đã được xác nhận' })).toBeVisible({ timeout: 30_000 });
  expect(line.lost.filter((request) => request.includes('/app/mall/')).length).toBeGreaterThan(3);
});

test('the deletion of an account is requested', { tag: '@ci' }, async ({ page, context }) => {
  const who = await known(context);
  const line = await lossy(page);
  await open(page, '/m/delAccount');
  await button(page, 'Yêu cầu xóa tài khoản').click();
  await stepUp(page, who.person.phone, 'Xác nhận xóa tài khoản', () => answer(page, 'Xóa tài khoản của bạn?', 'Gửi mã và xóa'));
  await expect(front(page).getByText('Đã nhận yêu cầu xóa')).toBeVisible({ timeout: 30_000 });
  expect(await who.call('member/deleteAccount/status')).toMatchObject({ state: 'waiting' });
  expectLost(line, 'member/deleteAccount');
});
