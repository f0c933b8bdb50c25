import type { Page } from '@playwright/test';
import { expect, front, test } from './fixtures';
import { balances, caseFile, decideProof, reconcile, suspended } from './walk/books';
import { borrow, confirm, openOffer, orderNo, readAndAccept } from './walk/borrow';
import { arriveVerified } from './walk/arriveVerified';
import { letPass, payAtBank, takeBack, today } from './walk/desk';
import { logIn } from './walk/login';
import { between, interest, inWords, later, share, vnd } from './walk/money';
import { account, address, somebody, type Person } from './walk/person';
import { openRepayment, receipt, takeCode, takeTransfer, typeAmount } from './walk/repay';
import { arrive, button, line, picture } from './walk/screen';
import { photograph } from './walk/verify';

/**
 * The demo market's "Vay nhanh 91". Rates and fees are in basis points. An extension adds 15 days; two are possible, up
 * to ten days after the due date.
 */
const product = { name: 'Vay nhanh 91', rate: 1800, serviceFee: 150, extension: 150, overdueADay: 7, lateFee: 50_000 };
const amount = 4_000_000;
const fee = share(amount, product.extension);
const serviceFee = share(amount, product.serviceFee);
const debt = amount + serviceFee;

test.describe.configure({ timeout: 240_000 });
test.afterAll(reconcile);

/** A borrower on the page of their running loan. Returns the order number. */
async function owes(page: Page, person: Person): Promise<string> {
  await arriveVerified(page, person, account());
  await borrow(page, person, product.name, amount, 91);
  await expect(button(page, `Trả ${vnd(debt)}`)).toBeVisible();
  return orderNo(page);
}

/** The date that a line on the page shows, searched from `from` on. Holidays move a date by a few days. */
async function dayOf(page: Page, label: string, from: string): Promise<string> {
  const words = await line(page, label).last().innerText();
  const day = Array.from({ length: 12 }, (_, moved) => later(from, moved)).find((date) => inWords(date).test(words));
  expect(day, `${words}: ${from} or the next working day`).toBeDefined();
  return day!;
}

async function openExtension(page: Page): Promise<void> {
  await button(page, /Gia hạn khoản vay/).click();
  await arrive(page, '/m/repay/extend');
}

const agree = (page: Page) => front(page).getByText(/^Tôi đồng ý gia hạn đến/).click({ position: { x: 10, y: 10 } });

// spec: 4.extension-paid, 2.m-repay-result, 1.extend, 2.m-repay-extend
test('a borrower pays for an extension: cost and date first, then the fee, then the new due date', async ({ page }) => {
  const no = await owes(page, somebody());
  const due = await dayOf(page, 'ngày đến hạn', later(await today(), 91));
  await openExtension(page);
  await expect(front(page).getByText('Bạn đã gia hạn 0/2 lần.')).toBeVisible();
  await expect(line(page, 'Phí gia hạn')).toContainText(vnd(fee));
  await picture(page, 'extend');
  const until = await dayOf(page, 'Ngày đến hạn mới', later(due, 15));
  const more = interest(amount, product.rate, between(await today(), until)) - interest(amount, product.rate, between(await today(), due));
  await expect(line(page, 'Tiền lãi của những ngày thêm')).toContainText(vnd(more));
  await expect(line(page, 'Gia hạn tốn thêm')).toContainText(vnd(fee + more));

  await button(page, `Lấy mã trả ${vnd(fee)}`).click();
  await expect(front(page).getByRole('alert')).toHaveText('Hãy đánh dấu vào ô đồng ý');
  await picture(page, 'extend-agree-first');
  await agree(page);
  await button(page, `Lấy mã trả ${vnd(fee)}`).click();
  await arrive(page, '/m/repay/paycode');
  expect(balances(caseFile(no))).toMatchObject({ principal_receivable: amount });
  await payAtBank(fee);
  await receipt(page, 'Khoản vay đã được gia hạn', 'receipt-extended');
  await expect(line(page, 'phí gia hạn')).toContainText(vnd(fee));
  await button(page, 'Xem khoản vay').click();
  await arrive(page, /^\/m\/order\/detail\//);
  await expect(line(page, 'ngày đến hạn ban đầu')).toContainText(inWords(due));
  await expect(front(page).getByText(/^Đến hạn/).first()).toContainText(inWords(until));
  await expect(front(page).getByText(/^Gia hạn đến/)).toBeVisible();
  await picture(page, 'order-extended');
  expect(balances(caseFile(no))).toMatchObject({ principal_receivable: amount, extension_fee_income: -fee });
});

// spec: 4.extension-unpaid, 3.loan-late, 4.repay-2
test('a borrower extends without paying, becomes overdue, and pays the loan off with its fees', async ({ page }) => {
  const person = somebody();
  const no = await owes(page, person);
  const begin = await today();
  const due = await dayOf(page, 'ngày đến hạn', later(begin, 91));
  await openExtension(page);
  await front(page).getByText('Cộng phí vào khoản vay').click();
  const until = await dayOf(page, 'Ngày đến hạn mới', later(due, 15));
  await agree(page);
  await picture(page, 'extend-unpaid');
  await button(page, /^Gia hạn đến/).click();
  await expect(front(page).getByRole('heading', { name: 'Đã gia hạn' })).toBeVisible();
  await picture(page, 'extend-done');
  await button(page, 'Xem khoản vay').click();
  await expect(button(page, `Trả ${vnd(debt + fee)}`)).toBeVisible();
  await expect(line(page, 'phí gia hạn')).toContainText(vnd(fee));
  expect(balances(caseFile(no))).toMatchObject({ extension_fee_receivable: fee, extension_fee_income: -fee });
  const where = new URL(page.url()).pathname;

  await test.step('five days after the new due date the loan is overdue, and shows the fees', async () => {
    const late = 5;
    await letPass({ days: between(begin, until) + late });
    // The session expired meanwhile: the app asks for a login.
    await page.goto(where);
    await arrive(page, '/m/login');
    await logIn(page, person);
    await arrive(page, where);
    const used = interest(amount, product.rate, between(begin, until));
    const overdue = share(amount, product.overdueADay * late);
    const owed = debt + fee + used + overdue + product.lateFee;
    await expect(front(page).getByText('Quá hạn', { exact: true })).toBeVisible();
    await picture(page, 'order-overdue');
    await openRepayment(page, owed);
    await expect(line(page, 'phí quá hạn')).toContainText(vnd(overdue));
    await expect(line(page, 'phí trả chậm')).toContainText(vnd(product.lateFee));
    await expect(line(page, 'tiền lãi')).toContainText(vnd(used));
    await picture(page, 'repay-overdue');
    await takeCode(page);
    await payAtBank(owed);
    await receipt(page, 'Đã nhận đúng số tiền', 'receipt-overdue');
    await expect(front(page).getByText('Bạn không còn nợ gì ở khoản vay này.')).toBeVisible();
    expect(caseFile(no).order.status).toBe('settled');
  });
});

// spec: 4.proof, 1.proof, 2.m-repay-proof
test('a borrower sends two payment proofs: one is rejected, the other matched', async ({ page }) => {
  const no = await owes(page, somebody());
  const order = new URL(page.url()).pathname;
  await button(page, /Gửi ảnh chuyển khoản/).click();
  await arrive(page, /^\/m\/repay\/proofUpload\//);
  await button(page, 'Gửi ảnh').click();
  await expect(front(page).getByRole('alert')).toHaveText('Hãy chọn ít nhất một ảnh');
  await sendPictures(page, 2, 'chuyển lúc 9 giờ sáng');
  await picture(page, 'proof-sent');
  expect(balances(caseFile(no))).toMatchObject({ principal_receivable: amount });
  // A borrower who returns to pay, or to extend the loan, sees that their proof is under review.
  const form = page.url();
  await page.goto(order);
  await openRepayment(page, debt);
  await expect(front(page).getByText('Chúng tôi đang đối chiếu ảnh chuyển khoản của bạn')).toBeVisible();
  await picture(page, 'repay-proof-waits');
  await page.goto(order);
  await openExtension(page);
  await expect(front(page).getByText('Chúng tôi đang đối chiếu ảnh chuyển khoản của bạn')).toBeVisible();
  await picture(page, 'extend-proof-waits');
  await page.goto(form);
  decideProof(no, { reject: 'Ảnh không thấy rõ số tiền' });
  await page.reload();
  await expect(front(page).getByText('Chưa tìm thấy tiền')).toBeVisible();
  await expect(front(page).getByText('Ảnh không thấy rõ số tiền')).toBeVisible();
  await picture(page, 'proof-rejected');

  // Money with an unknown memo is assigned to its loan by the second picture.
  await page.goto(order);
  await openRepayment(page, debt);
  await typeAmount(page, 500_000);
  await takeTransfer(page);
  await payAtBank(500_000, 'unknown');
  await expect.poll(() => suspended(500_000)).not.toBe('');
  await page.goto(order.replace('order/detail', 'repay/proofUpload'));
  await sendPictures(page, 1, '');
  decideProof(no, { match: suspended(500_000) });
  await page.reload();
  await expect(front(page).getByText('Đã tìm thấy tiền')).toBeVisible();
  await picture(page, 'proof-matched');
  await button(page, 'Xem biên nhận').click();
  await receipt(page, 'Đã nhận một phần', 'receipt-matched');
  expect(balances(caseFile(no))).toMatchObject({ principal_receivable: debt - 500_000 });
});

// spec: 6.visitor-open
test('someone else pays by a link without login, the bank reverses the payment, and the loan is open again', async ({ page, browser }) => {
  const no = await owes(page, somebody());
  await openRepayment(page, debt);
  // This browser has no share sheet, so text and link are copied to the clipboard.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', { value: undefined });
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text: string) => void sessionStorage.setItem('copied', text) } });
  });
  await page.reload();
  await button(page, /^Nhờ người khác trả giúp/).click();
  await arrive(page, '/m/repay/ask');
  await expect(front(page).getByText(/Người nhận không thấy số điện thoại/)).toBeVisible();
  await expect(front(page).getByText(no)).toBeVisible();
  await picture(page, 'ask-other');
  await button(page, 'Gửi liên kết').click();
  await expect(page.getByText('Đã sao chép. Hãy dán vào tin nhắn.')).toBeVisible();
  const copied = await page.evaluate(() => sessionStorage.getItem('copied') ?? '');
  expect(copied).toContain(no);
  const link = new URL(copied.slice(copied.lastIndexOf('\n') + 1));
  const other = await browser.newContext({ extraHTTPHeaders: { 'X-Forwarded-For': address() } });
  const friend = await other.newPage();
  await friend.goto(link.pathname + link.hash);
  await expect(front(friend).getByText(/^Trả cho khoản vay của/)).toBeVisible();
  await expect(front(friend).getByText(/Nguyễn Thị Lan/)).toHaveCount(0);
  await expect(front(friend).getByRole('img', { name: /^Mã QR để trả/ })).toBeVisible();
  await picture(friend, 'paylink');
  await payAtBank(debt);
  await expect(front(friend).getByText('Đã nhận được tiền. Cảm ơn bạn.')).toBeVisible();
  await picture(friend, 'paylink-paid');
  await other.close();
  await receipt(page, 'Đã nhận tiền tất toán', 'receipt-by-friend');
  expect(caseFile(no).order.status).toBe('settled');

  await takeBack(debt);
  await expect.poll(() => caseFile(no).order.status).toBe('paid_out');
  await button(page, 'Xem khoản vay').click();
  await expect(button(page, `Trả ${vnd(debt)}`)).toBeVisible();
  await expect(front(page).getByText('Khoản vay được mở lại')).toBeVisible();
  await expect(front(page).getByText(`Ngân hàng đã thu hồi khoản trả ${vnd(debt)}`)).toBeVisible();
  await picture(page, 'order-reopened');
});

/** Chooses pictures and sends them with a note. */
async function sendPictures(page: Page, count: number, note: string): Promise<void> {
  for (let n = 1; n <= count; n += 1) {
    await photograph(page, new RegExp(`^Ảnh ${n}/3`), 'front');
    await expect(front(page).getByText('Ảnh đã được tải lên')).toHaveCount(n);
  }
  await front(page).getByLabel(/^Ghi chú/).fill(note);
  await picture(page, 'proof-form');
  await button(page, 'Gửi ảnh').click();
  await expect(front(page).getByText('Đang đối chiếu')).toBeVisible();
}

// spec: 4.group-2, 2.m-loan-restatus
test('a one-step loan needs one tap and a confirmation, and after it the next result is that of a repeat loan', async ({ page }) => {
  const person = somebody();
  await arriveVerified(page, person, account());
  const applyAtOnce = async (result: string) => {
    await page.goto('/m/loan/list');
    await button(page, /Vay một chạm/).click();
    await arrive(page, '/m/loan/loanIndex');
    await button(page, 'Đọc hợp đồng').last().click();
    await readAndAccept(page, 'one-step-contract');
    await picture(page, 'one-step');
    await button(page, /^Đăng ký vay/).click();
    await arrive(page, result);
    await openOffer(page);
  };
  await applyAtOnce('/m/loan/status');
  await confirm(page, person);
  await button(page, /^Trả /).click();
  await arrive(page, '/m/repay/normal');
  const made = page.waitForResponse(/\/app\/repay\/paycode$/);
  await takeCode(page);
  const { data } = (await (await made).json()) as { data: { amount: number } };
  await payAtBank(data.amount);
  await receipt(page, 'Đã nhận tiền tất toán', 'receipt-one-step');
  await applyAtOnce('/m/loan/restatus');
});
