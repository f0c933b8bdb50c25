import type { Page } from '@playwright/test';
import { expect, front } from '../fixtures';
import { smsCode } from './desk';
import { vnd } from './money';
import type { Person } from './person';
import { arrive, button, picture } from './screen';

/** Reads an agreement page by page to its end and accepts it. */
export async function readAndAccept(page: Page, name: string): Promise<void> {
  const sheet = page.getByRole('dialog', { name: /hợp đồng/i });
  const accept = sheet.getByRole('button', { name: 'Tôi đã đọc và đồng ý' });
  const readOn = sheet.getByRole('button', { name: 'Đọc tiếp' });
  await expect(readOn).toBeVisible();
  await picture(page, name);
  await expect(async () => {
    if (await readOn.isVisible()) await readOn.click({ timeout: 500 });
    await expect(accept).toBeVisible({ timeout: 300 });
  }).toPass();
  await accept.click();
  await expect(sheet).toBeHidden();
}

/** On a product's page: chooses an amount with the slider and a term with its chip. */
export async function wish(page: Page, amount: number, days: number): Promise<void> {
  await front(page).getByLabel('số tiền vay').fill(String(amount));
  await front(page).getByText(`${days} ngày`, { exact: true }).click();
  await expect(front(page).locator('[aria-busy="true"]')).toHaveCount(0);
}

/** Opens a product from the list in front. */
export async function openProduct(page: Page, name: string): Promise<void> {
  await button(page, new RegExp(name)).click();
  await arrive(page, /^\/m\/loan\/detail\//);
  await expect(front(page).getByRole('heading', { name, exact: true })).toBeVisible();
}

/** From a product's page to the result of the application. */
export async function apply(page: Page, amount: number): Promise<void> {
  await button(page, `Vay ${vnd(amount)}`).click();
  await arrive(page, '/m/loan/loanIndex');
  const submit = button(page, `Đăng ký vay ${vnd(amount)}`);
  const read = button(page, 'Đọc hợp đồng').last();
  await expect(read).toBeVisible();
  await expect(submit).toBeHidden();
  await picture(page, 'apply');
  await read.click();
  await readAndAccept(page, 'apply-contract');
  await expect(front(page).getByText('Bạn đã đọc và đồng ý với hợp đồng')).toBeVisible();
  await submit.click();
  await arrive(page, '/m/loan/status');
}

/** Waits for the lender's approval and opens the offer. */
export async function openOffer(page: Page): Promise<void> {
  await expect(front(page).getByText('Khoản vay đã được duyệt')).toBeVisible();
  await picture(page, 'result-approved');
  await button(page, 'Xem và xác nhận').click();
  await arrive(page, /^\/m\/order\/detail\//);
  await expect(front(page).getByText('Chờ xác nhận', { exact: true })).toBeVisible();
  await picture(page, 'order-offer');
}

/** "Agree to lend": accepts the final agreement, then enters a fresh code. */
export async function confirm(page: Page, { phone }: Person): Promise<void> {
  await button(page, 'Đọc hợp đồng và xác nhận').click();
  const dialog = page.getByRole('dialog', { name: 'Xác nhận nhận tiền vay' });
  const code = await smsCode(phone, () => readAndAccept(page, 'order-contract'));
  await picture(page, 'order-code');
  await dialog.getByLabel('Mã 4 số').fill(code);
  await expect(dialog).toBeHidden();
}

/** The number of the order in front. */
export async function orderNo(page: Page): Promise<string> {
  const words = await front(page).getByText(/^Mã khoản vay /).innerText();
  return words.replace('Mã khoản vay ', '');
}

/** The whole way from the product list in front to the disbursement, with the given amount and term. */
export async function borrow(page: Page, person: Person, product: string, amount: number, days: number): Promise<void> {
  await openProduct(page, product);
  await wish(page, amount, days);
  await apply(page, amount);
  await openOffer(page);
  await confirm(page, person);
}
