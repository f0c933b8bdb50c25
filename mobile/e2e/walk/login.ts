import type { Locator, Page } from '@playwright/test';
import { expect, front } from '../fixtures';
import { smsCode } from './desk';
import { address, type Person } from './person';
import { picture } from './screen';

/**
 * On the login page in front: enters the number, and the consent if it is asked for. Returns the SMS code and its
 * dialog.
 */
export async function askForCode(page: Page, { phone }: Person): Promise<{ code: string; dialog: Locator }> {
  // Each phone has its own IP address, because only few codes per address are sent without a picture code.
  await page.setExtraHTTPHeaders({ 'X-Forwarded-For': address() });
  await front(page).getByLabel('Số điện thoại').fill(phone);
  const consent = front(page).getByText('Tôi đã đọc và đồng ý với');
  if (await consent.isVisible()) await consent.click({ position: { x: 10, y: 10 } });
  await picture(page, 'login');
  const code = await smsCode(phone, () => front(page).getByRole('button', { name: 'Nhận mã' }).click());
  return { code, dialog: page.getByRole('dialog', { name: 'Nhập mã xác nhận' }) };
}

/** From the login page in front to a session. */
export async function logIn(page: Page, person: Person): Promise<void> {
  const { code, dialog } = await askForCode(page, person);
  await expect(dialog.getByRole('button', { name: 'Đăng nhập' })).toBeDisabled();
  await expect(dialog.getByRole('button', { name: /^Gửi lại sau \d+\sgiây$/ })).toBeDisabled();
  await picture(page, 'login-code');
  // The last digit submits it.
  await dialog.getByLabel('Mã 4 số').fill(code);
  await expect(dialog).toBeHidden();
}
