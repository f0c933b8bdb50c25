import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, front, test } from './fixtures';
import { balances, caseFile, reconcile } from './walk/books';
import { apply, borrow, confirm, openOffer, openProduct, orderNo, wish } from './walk/borrow';
import { arriveVerified } from './walk/arriveVerified';
import { letPass, payAtBank, today } from './walk/desk';
import { logIn } from './walk/login';
import { apr, between, interest, inWords, later, percent, share, vnd } from './walk/money';
import { account, somebody } from './walk/person';
import { crc, fields, readPixels } from './walk/qr';
import { copyLine, openRepayment, receipt, takeCode, takeTransfer, typeAmount } from './walk/repay';
import { arrive, button, line, openTab, picture } from './walk/screen';
import { verify } from './walk/verify';

/** The demo market's "Vay nhanh 91"; rate and fees in basis points. */
const product = { name: 'Vay nhanh 91', rate: 1800, frontFee: 100, serviceFee: 150 };
const amount = 10_000_000;
const term = 120;
const received = amount - share(amount, product.frontFee);
const serviceFee = share(amount, product.serviceFee);

/** The bank of the demo's collection account, by its bank identification number. */
const bin = '970436';

test.afterAll(reconcile);

// spec: 1.apply, 1.confirm, 3.loan, 3.repayment, 4.repay-3, 2.m-bankcard-choose
// spec: 2.m-bankcard-info
test('a borrower takes a loan, repays it in two ways and gets the certificate', async ({ page }) => {
  const person = somebody();
  const number = account();
  let no = '';

  await test.step('a visitor sees the maximum amount, and logs in', async () => {
    await page.goto('/');
    await arrive(page, '/m/home');
    await expect(front(page).getByText('Bạn có thể vay đến')).toBeVisible();
    await picture(page, 'home-visitor');
    await button(page, 'Đăng nhập để vay').click();
    await arrive(page, '/m/login');
    await logIn(page, person);
    await arrive(page, '/m/home');
    await expect(front(page).getByText(/^Chào bạn/)).toBeVisible();
    await picture(page, 'home-new');
  });

  await test.step('the borrower completes the verification', async () => {
    await button(page, 'Xác minh để vay').click();
    await verify(page, person, number);
    await button(page, 'Xong').click();
    await arrive(page, '/m/auth');
    await expect(front(page).getByText('Bạn đã xác minh xong')).toBeVisible();
    await picture(page, 'verify-done');
    await button(page, 'Xem các gói vay').click();
    await arrive(page, '/m/home');
    await picture(page, 'home-verified');
  });

  const begin = await today();

  await test.step('the products are listed by group, and the calculator shows the figures', async () => {
    await openTab(page, 'Vay');
    await arrive(page, '/m/home/loan');
    await expect(front(page).getByRole('heading', { level: 2 }).first()).toBeVisible();
    await picture(page, 'loan-list');
    await openProduct(page, product.name);
    await wish(page, amount, term);
    await picture(page, 'loan-detail');
    await expectFigures(page, begin);
  });

  await test.step('the borrower applies, is approved, and confirms', async () => {
    await apply(page, amount);
    await openOffer(page);
    await expectFigures(page, begin);
    no = await orderNo(page);
    expect(caseFile(no).journal).toEqual([]);
    await confirm(page, person);
  });

  let due = amount + serviceFee;

  await test.step('the money is paid out', async () => {
    await expect(button(page, `Trả ${vnd(due)}`)).toBeVisible();
    await picture(page, 'order-running');
    await expect(front(page).getByText('Chờ thanh toán', { exact: true })).toBeVisible();
    await expect(line(page, 'số tiền thực nhận')).toContainText(vnd(received));
    await expect(line(page, 'Tài khoản nhận tiền')).toContainText(`Vietcombank …${number.slice(-4)}`);
    expect(balances(caseFile(no))).toEqual({
      principal_receivable: amount,
      service_fee_receivable: serviceFee,
      bank: -received,
      front_service_fee_income: received - amount,
      service_fee_income: -serviceFee,
    });
  });

  const part = 3_000_000;
  const days = 20;
  const used = interest(amount, product.rate, days);
  const rest = amount - (part - serviceFee - used);

  await test.step('after twenty days the borrower repays a part by bank transfer, and the bank changes the memo', async () => {
    await letPass({ days });
    await page.reload();
    due = amount + serviceFee + used;
    await openRepayment(page, due);
    await typeAmount(page, part);
    await expect(front(page).getByText(`Trả một phần. Còn lại ${vnd(due - part)} sau lần trả này.`)).toBeVisible();
    await takeTransfer(page);
    expect(await copyLine(page, 'Số tiền')).toBe(String(part));
    expect(await copyLine(page, 'Nội dung chuyển khoản')).toMatch(/^[A-Z0-9]{6,25}$/);
    await payAtBank(part, 'lower case');
    await receipt(page, 'Đã nhận một phần', 'receipt-part');
    await expect(line(page, 'phí dịch vụ')).toContainText(vnd(serviceFee));
    await expect(line(page, 'tiền lãi')).toContainText(vnd(used));
    await expect(line(page, 'tiền gốc')).toContainText(vnd(part - serviceFee - used));
    await expect(front(page).getByText(vnd(rest), { exact: true })).toBeVisible();
    expect(balances(caseFile(no))).toMatchObject({ principal_receivable: rest, bank: part - received, interest_income: -used });
  });

  const more = 9;
  const last = interest(rest, product.rate, more);

  await test.step('nine days later the borrower pays the loan off with a code that any banking app reads', async () => {
    await letPass({ days: more });
    await button(page, 'Xem khoản vay').click();
    await arrive(page, /^\/m\/order\/detail\//);
    due = rest + last;
    await openRepayment(page, due);
    await takeCode(page);
    await expectPayload(page, due);
    await payAtBank(due);
    await receipt(page, 'Đã nhận tiền tất toán', 'receipt-payoff');
    await expect(front(page).getByText('Bạn không còn nợ gì ở khoản vay này.')).toBeVisible();
  });

  await test.step('the borrower downloads the certificate', async () => {
    await expectCertificate(page, no);
    const file = caseFile(no);
    expect(file.order.status).toBe('settled');
    expect(balances(file)).toEqual({
      bank: used + last + serviceFee + (amount - received),
      interest_income: -(used + last),
      service_fee_income: -serviceFee,
      front_service_fee_income: received - amount,
    });
  });
});

test('an overpayment is shown and refunded', async ({ page }) => {
  const person = somebody();
  await arriveVerified(page, person, account());
  await borrow(page, person, 'Vay linh hoạt', 5_000_000, 91);
  await expect(button(page, `Trả ${vnd(5_000_000)}`)).toBeVisible();
  const no = await orderNo(page);
  await openRepayment(page, 5_000_000);
  await typeAmount(page, 5_200_000);
  await expect(front(page).getByRole('alert')).toHaveText(`Nhiều hơn số cần trả. Bạn chỉ cần trả ${vnd(5_000_000)}.`);
  await expect(button(page, 'Lấy mã thanh toán')).toBeDisabled();
  await button(page, `Trả hết ${vnd(5_000_000)}`).click();
  await takeCode(page);
  await expectPayload(page, 5_000_000);
  // The borrower changes the amount in the banking app. Another amount is only matched if the memo has the complete code.
  await payAtBank(5_000_000, 'lower case', 5_200_000);
  await receipt(page, 'Đã nhận, có phần dư', 'receipt-over');
  await expect(line(page, 'Phần trả thừa')).toContainText(vnd(200_000));
  await expect(front(page).getByText(`Đã hoàn lại ${vnd(200_000)} cho bạn.`)).toBeVisible();
  await picture(page, 'receipt-returned');
  await expectCertificate(page, no);
  expect(balances(caseFile(no))).toEqual({});
});

/** Compares the loan's figures on the page with those calculated here. */
async function expectFigures(page: Page, day: string): Promise<void> {
  const words = await line(page, 'ngày đến hạn').last().innerText();
  // A holiday moves the due date by up to a few days.
  const due = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((moved) => later(day, term + moved)).find((date) => inWords(date).test(words));
  expect(due, `${words}: ${term} days from ${day}, or the next working day`).toBeDefined();
  const held = between(day, due!);
  const costs = interest(amount, product.rate, held);
  const total = amount + costs + serviceFee;
  await expect(line(page, 'phí dịch vụ thu trước')).toContainText(`−${vnd(share(amount, product.frontFee))}`);
  await expect(line(page, 'số tiền thực nhận').last()).toContainText(vnd(received));
  await expect(line(page, 'tiền gốc')).toContainText(vnd(amount));
  await expect(line(page, 'tiền lãi')).toContainText(vnd(costs));
  await expect(line(page, 'phí dịch vụ')).toContainText(vnd(serviceFee));
  await expect(line(page, 'tổng phải trả').last()).toContainText(vnd(total));
  await expect(line(page, 'lãi suất năm')).toContainText(percent(product.rate));
  await expect(line(page, 'tỷ lệ chi phí năm \\(APR, gồm mọi phí\\)').last()).toContainText(percent(apr(received, total, held)));
}

/** Checks that the payment code on the screen has the right payee, amount and memo, and a valid checksum. */
async function expectPayload(page: Page, due: number): Promise<void> {
  const text = await readPixels(front(page).getByRole('img', { name: `Mã QR để trả ${vnd(due)}` }));
  const memo = await copyLine(page, 'Nội dung chuyển khoản');
  const number = await copyLine(page, 'Số tài khoản');
  expect(text.slice(-4)).toBe(crc(text.slice(0, -4)));
  const { '38': merchant = '', '62': data = '', ...rest } = fields(text);
  expect(rest).toEqual({ '00': '01', '01': '12', '53': '704', '54': String(due), '58': 'VN', '63': text.slice(-4) });
  const { '01': beneficiary = '', ...service } = fields(merchant);
  expect(service).toEqual({ '00': 'A000000727', '02': 'QRIBFTTA' });
  expect(fields(beneficiary)).toEqual({ '00': bin, '01': number });
  expect(fields(data)).toEqual({ '08': memo });
}

/** Checks that the certificate is a PDF whose hash equals the one stored and shown by the server. */
async function expectCertificate(page: Page, no: string): Promise<void> {
  const download = page.waitForEvent('download');
  await button(page, 'Lấy giấy xác nhận tất toán').click();
  const pdf = await readFile(await (await download).path());
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  const sum = createHash('sha256').update(pdf).digest('hex');
  expect(caseFile(no).documents.find(({ kind }) => kind === 'settlement_certificate')?.sha256).toBe(sum);
  await button(page, 'Xem khoản vay').click();
  await arrive(page, /^\/m\/order\/detail\//);
  await expect(front(page).getByText('Đã tất toán', { exact: true })).toBeVisible();
  await expect(button(page, /^Giấy xác nhận tất toán/)).toContainText(sum.slice(0, 12));
  await picture(page, 'order-settled');
}
