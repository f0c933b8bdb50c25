import type { Page } from '@playwright/test';
import { expect, front, test } from './fixtures';
import { balances, caseFile, reconcile } from './walk/books';
import { apply, borrow, openOffer, openProduct, orderNo, wish } from './walk/borrow';
import { addCard } from './walk/card';
import { arriveVerified } from './walk/arriveVerified';
import { decideCard, letPass, today } from './walk/desk';
import { later, share, vnd } from './walk/money';
import { account, somebody } from './walk/person';
import { arrive, button, line, picture } from './walk/screen';

/** The demo market's "Vay linh hoạt" has no fees besides its interest, so the whole amount is received. */
const plain = 'Vay linh hoạt';
const amount = 5_000_000;

/** Payouts to accounts with this ending fail in the sandbox bank, because the account is closed. */
const closed = '0001';
/** Payouts to accounts with this ending succeed, but the bank's response is lost. */
const lostAnswer = '0002';

test.afterAll(reconcile);

/** Checks that the money has arrived and that the journal agrees. */
async function expectPaid(page: Page, no: string): Promise<void> {
  await expect(button(page, `Trả ${vnd(amount)}`)).toBeVisible();
  const file = caseFile(no);
  expect(file.payouts.filter(({ state }) => state === 'succeeded')).toHaveLength(1);
  expect(balances(file)).toEqual({ principal_receivable: amount, bank: -amount });
}

// spec: 4.status-3, 4.frozen, 4.group-5
test('a rejection shows its reason and end, and closes the product until then', async ({ page }) => {
  const product = 'Vay nhanh 91';
  await arriveVerified(page, somebody({ income: 'Dưới 3.000.000 ₫' }), account());
  await openProduct(page, product);
  await wish(page, amount, 91);
  await apply(page, amount);
  const [year, month, day] = later(await today(), 7).split('-');
  await expect(front(page).getByText('Lần này chưa được duyệt')).toBeVisible();
  await expect(front(page).getByText('Thu nhập hiện tại chưa đạt yêu cầu của gói vay này')).toBeVisible();
  await expect(front(page).getByText(/^Bạn có thể đăng ký lại gói vay này từ/)).toContainText(`${day}/${month}/${year}`);
  await picture(page, 'result-rejected');

  await button(page, 'Xem gói vay khác').click();
  await arrive(page, '/m/loan/list');
  const row = button(page, new RegExp(product));
  await expect(row).toContainText(new RegExp(`\\sngày ${Number(day)}\\stháng\\s${Number(month)},\\s`));
  await row.scrollIntoViewIfNeeded();
  await picture(page, 'loan-list-rejected');
  await row.click();
  await arrive(page, /^\/m\/loan\/detail\//);
  await expect(front(page).getByText('Gói vay này hiện chưa mở cho bạn')).toBeVisible();
  await expect(button(page, /^Vay /)).toBeHidden();
  await picture(page, 'loan-detail-rejected');
});

// spec: 4.status-6
test('a failed payout goes to another bank card at once', async ({ page }) => {
  const person = somebody();
  const good = account();
  await arriveVerified(page, person, account(closed));
  await page.goto('/m/bankCard');
  await addCard(page, person, good);
  await expect(front(page).getByText('Tài khoản đứng tên bạn')).toBeVisible();
  await page.goto('/m/loan/list');
  await borrow(page, person, plain, amount, 91);

  await expect(front(page).getByText('Tiền chưa đến được tài khoản của bạn')).toBeVisible();
  await expect(front(page).getByText('Tài khoản ngân hàng này đã đóng')).toBeVisible();
  const no = await orderNo(page);
  expect(caseFile(no).journal).toEqual([]);
  await picture(page, 'order-failed');
  await button(page, new RegExp(`Vietcombank …${good.slice(-4)}`)).click();
  await expectPaid(page, no);
  await expect(line(page, 'Tài khoản nhận tiền')).toContainText(good.slice(-4));
  await picture(page, 'order-corrected');
});

// spec: 4.card-review, 4.card-replaces
test('a failed payout waits for a new bank card until an operator has reviewed it', async ({ page }) => {
  const person = somebody();
  const good = account();
  await arriveVerified(page, person, account(closed));
  await borrow(page, person, plain, amount, 91);
  await expect(front(page).getByText('Tiền chưa đến được tài khoản của bạn')).toBeVisible();
  const no = await orderNo(page);
  await addCard(page, person, good, 'Thêm tài khoản mới');
  await expect(front(page).getByText('Đang kiểm tra tài khoản mới')).toBeVisible();
  await picture(page, 'bankcard-review');
  await button(page, 'Xong').click();
  await arrive(page, /^\/m\/order\/detail\//);
  await expect(front(page).getByText('Tài khoản mới đang được kiểm tra').first()).toBeVisible();
  await picture(page, 'order-review');
  expect(caseFile(no).journal).toEqual([]);
  await decideCard(true);
  await page.reload();
  await expectPaid(page, no);
  await expect(line(page, 'Tài khoản nhận tiền')).toContainText(good.slice(-4));
});

test('a payout whose response is lost is resolved automatically, once', async ({ page }) => {
  const person = somebody();
  await arriveVerified(page, person, account(lostAnswer));
  await borrow(page, person, plain, amount, 91);
  const no = await orderNo(page);
  await picture(page, 'order-unclear');
  await expectPaid(page, no);
  expect(caseFile(no).payouts).toHaveLength(1);
});

// spec: 4.status-8, 4.cancel, 4.status-7, 4.cancel-lowers
test('an offer that is not answered expires, and an unwanted offer is cancelled after a warning', async ({ page }) => {
  const person = somebody({ income: '3.000.000 ₫ – 5.000.000 ₫' });
  await arriveVerified(page, person, account());
  const half = share(2 * amount, 5000);

  await test.step('the lender approves a lower amount, and says so', async () => {
    await openProduct(page, plain);
    await wish(page, 2 * amount, 120);
    await apply(page, 2 * amount);
    await expect(front(page).getByText(`Bên cho vay duyệt ${vnd(half)}, thấp hơn số tiền bạn đăng ký.`)).toBeVisible();
    await openOffer(page);
  });

  await test.step('three days later the offer has expired, and costs nothing', async () => {
    const no = await orderNo(page);
    await letPass({ hours: 73 });
    await expect.poll(() => caseFile(no).order.status, { timeout: 40_000 }).toBe('cancelled_by_system');
    await page.reload();
    await expect(front(page).getByText('Đã đóng', { exact: true })).toBeVisible();
    await expect(front(page).getByText('Đề nghị cho vay đã hết hạn')).toBeVisible();
    expect(caseFile(no).journal).toEqual([]);
    await picture(page, 'order-expired');
  });

  await test.step('the borrower applies again and cancels', async () => {
    await page.goto('/m/loan/list');
    await openProduct(page, plain);
    await wish(page, amount, 91);
    await apply(page, amount);
    await openOffer(page);
    const warning = page.getByRole('alertdialog', { name: 'Hủy khoản vay này?' });
    await button(page, 'Hủy khoản vay').click();
    await expect(warning).toContainText('có thể làm giảm hạn mức của bạn');
    await picture(page, 'order-cancel');
    await warning.getByRole('button', { name: 'Giữ lại' }).click();
    await expect(warning).toBeHidden();
    await expect(front(page).getByText('Chờ xác nhận', { exact: true })).toBeVisible();
    await button(page, 'Hủy khoản vay').click();
    await warning.getByRole('button', { name: 'Hủy khoản vay' }).click();
    await expect(front(page).getByText('Bạn đã hủy', { exact: true })).toBeVisible();
    await expect(front(page).getByText(/^Bạn có thể đăng ký lại gói vay này từ/)).toBeVisible();
    await expect(button(page, 'Đọc hợp đồng và xác nhận')).toBeHidden();
    expect(caseFile(await orderNo(page)).journal).toEqual([]);
    await picture(page, 'order-cancelled');
  });
});
