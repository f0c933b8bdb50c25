import type { Page } from '@playwright/test';
import { expect } from '../fixtures';
import { smsCode } from './desk';
import type { Person } from './person';
import { arrive, button, picture } from './screen';
import { fillCard } from './verify';

/**
 * Submits the bank card form. While an order is in progress a face check is offered first, and the SMS code is the
 * alternative.
 */
export async function saveAccount(page: Page): Promise<void> {
  await button(page, 'Lưu và tiếp tục').click();
  const bySms = button(page, 'Tiếp tục bằng mã SMS');
  await expect(page.getByRole('dialog', { name: 'Xác nhận tài khoản ngân hàng' }).or(bySms)).toBeVisible({ timeout: 30_000 });
  if (await bySms.isVisible()) await bySms.click();
}

/** Adds another bank card from a page that offers it. Every card after the first requires a fresh code. */
export async function addCard(page: Page, { phone }: Person, number: string, way = 'Thêm tài khoản'): Promise<void> {
  await button(page, way).click();
  await arrive(page, '/m/bankCard/add');
  await fillCard(page, number);
  const dialog = page.getByRole('dialog', { name: 'Xác nhận tài khoản ngân hàng' });
  const code = await smsCode(phone, () => saveAccount(page));
  await picture(page, 'bankcard-code');
  await dialog.getByLabel('Mã 4 số').fill(code);
  await expect(dialog).toBeHidden();
  await arrive(page, '/m/bankCard/auth');
}
