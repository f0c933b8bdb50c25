import { execFileSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { expect } from '../fixtures';
import { look, smsCode } from './desk';
import { address } from './person';
import { picture } from './screen';

/** Creates a channel as an operator does, of Meta by default. */
export function openChannel(code: string, platform = 'meta', pixelId = '4242'): void {
  const binary = process.env.LOANMARKET_BINARY;
  if (!binary) throw new Error('LOANMARKET_BINARY names no binary: the walks open channels with it.');
  execFileSync(binary, ['ops', '--by=walk', 'channel', 'save', code, `--platform=${platform}`, `--pixel-id=${pixelId}`], { encoding: 'utf8' });
}

/** Opens the landing page from an IP address of a carrier's network. */
export async function openLanding(page: Page, query = '', from = address()): Promise<void> {
  await page.setExtraHTTPHeaders({ 'X-Forwarded-For': from });
  await page.goto(`/m/land${query}`);
}

/** Enters the number and ticks the consent. */
export async function enterPhone(page: Page, phone: string): Promise<void> {
  await page.getByLabel('Số điện thoại của bạn').fill(phone);
  await page.getByText('Tôi đã đọc và đồng ý với').click({ position: { x: 10, y: 8 } });
}

export const getCode = (page: Page) => page.getByRole('button', { name: 'Nhận mã để bắt đầu' });
export const smsDialog = (page: Page) => page.getByRole('dialog', { name: 'Nhập mã xác nhận' });
export const imageDialog = (page: Page) => page.getByRole('dialog', { name: 'Nhập mã trong hình' });

/** The answer of the latest picture code for a number. */
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

/** From the number to a session: enters the SMS code in the dialog. */
export async function logInAtLanding(page: Page, phone: string): Promise<void> {
  await enterPhone(page, phone);
  await picture(page, 'landing-phone');
  const code = await smsCode(phone, () => getCode(page).click());
  await expect(smsDialog(page)).toBeVisible();
  await picture(page, 'landing-sms');
  await typeCode(page, code);
}

/** Enters the SMS code. */
export async function typeCode(page: Page, code: string): Promise<void> {
  await smsDialog(page).getByLabel('Mã 4 số').pressSequentially(code);
}
