import { execFileSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { expect } from '../fixtures';
import { look, smsCode } from './desk';
import { address } from './person';
import { picture } from './screen';

/** Opens a channel, of Meta where nothing else is said, as an operator does. */
export function openChannel(code: string, platform = 'meta', pixelId = '4242'): void {
  const binary = process.env.LOANMARKET_BINARY;
  if (!binary) throw new Error('LOANMARKET_BINARY names no binary: the walks open channels with it.');
  execFileSync(binary, ['ops', '--by=walk', 'channel', 'save', code, `--platform=${platform}`, `--pixel-id=${pixelId}`], { encoding: 'utf8' });
}

/** Comes from an address of the carrier's network and opens the landing page. */
export async function openLanding(page: Page, query = '', from = address()): Promise<void> {
  await page.setExtraHTTPHeaders({ 'X-Forwarded-For': from });
  await page.goto(`/m/land${query}`);
}

/** Types the number and agrees. */
export async function enterPhone(page: Page, phone: string): Promise<void> {
  await page.getByLabel('Số điện thoại của bạn').fill(phone);
  await page.getByText('Tôi đã đọc và đồng ý với').click({ position: { x: 10, y: 8 } });
}

export const getCode = (page: Page) => page.getByRole('button', { name: 'Nhận mã để bắt đầu' });
export const smsDialog = (page: Page) => page.getByRole('dialog', { name: 'Nhập mã xác nhận' });
export const imageDialog = (page: Page) => page.getByRole('dialog', { name: 'Nhập mã trong hình' });

/** The answer of the picture that a number was shown last. */
export async function imageAnswer(phone: string, after = ''): Promise<string> {
  let answer = '';
  await expect
    .poll(async () => {
      const { imageCodes } = await look();
      answer = imageCodes.find((one) => one.phone.endsWith(phone.slice(1)))?.answer ?? '';
      return answer !== '' && answer !== after;
    })
    .toBe(true);
  return answer;
}

/** From the number to a session: the code of the SMS into the dialog, and on. */
export async function logInAtLanding(page: Page, phone: string): Promise<void> {
  await enterPhone(page, phone);
  await picture(page, 'landing-phone');
  const code = await smsCode(phone, () => getCode(page).click());
  await expect(smsDialog(page)).toBeVisible();
  await picture(page, 'landing-sms');
  await typeCode(page, code);
}

/** Types the code of the SMS and goes on. */
export async function typeCode(page: Page, code: string): Promise<void> {
  await smsDialog(page).getByLabel('Mã 4 số').pressSequentially(code);
}
