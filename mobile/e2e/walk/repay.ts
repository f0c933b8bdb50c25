import type { Page } from '@playwright/test';
import { expect, front } from '../fixtures';
import { vnd } from './money';
import { arrive, button, picture } from './screen';

/** From the order in front to the repayment form with the prefilled amount. */
export async function openRepayment(page: Page, due: number): Promise<void> {
  await button(page, `Trả ${vnd(due)}`).click();
  await arrive(page, '/m/repay/normal');
  await expect(front(page).getByLabel('Số tiền bạn muốn trả')).toHaveValue(vnd(due).slice(0, -2));
  await picture(page, 'repay');
}

/** Enters an amount in place of the prefilled one. */
export async function typeAmount(page: Page, amount: number): Promise<void> {
  await front(page).getByLabel('Số tiền bạn muốn trả').fill(String(amount));
}

/** Opens the payment code. */
export async function takeCode(page: Page): Promise<void> {
  await button(page, 'Lấy mã thanh toán').click();
  await arrive(page, '/m/repay/paycode');
  await expect(front(page).getByRole('img', { name: /^Mã QR để trả/ })).toBeVisible();
  await picture(page, 'repay-code');
}

/** Opens the transfer details. */
export async function takeTransfer(page: Page): Promise<void> {
  await button(page, 'Chuyển khoản ngân hàng').click();
  await arrive(page, '/m/repay/paybank');
  await expect(front(page).getByText('Nội dung chuyển khoản')).toBeVisible();
  await picture(page, 'repay-transfer');
}

/** Copies a line of the transfer details with a tap. Returns the content of the clipboard. */
export async function copyLine(page: Page, label: string): Promise<string> {
  const copy = button(page, `Sao chép: ${label}`);
  await copy.click();
  await expect(copy).toContainText('Đã sao chép');
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Waits for the receipt, which replaces the page once the money has arrived. */
export async function receipt(page: Page, heading: string, name: string): Promise<void> {
  await arrive(page, '/m/repay/result');
  await expect(front(page).getByRole('heading', { name: heading })).toBeVisible();
  await picture(page, name);
}
