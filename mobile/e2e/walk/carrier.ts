import type { Page } from '@playwright/test';
import { expect, front } from '../fixtures';
import { messagesOn } from './desk';
import { arrive, button, picture } from './screen';

/** The latest code that the carrier sent to a number. */
export async function carrierCode(phone: string, not = ''): Promise<string> {
  let code = '';
  await expect
    .poll(async () => {
      const sms = (await messagesOn(phone)).find(({ body }) => body.includes('OTP'));
      code = /\d{6}/.exec(sms?.body ?? '')?.[0] ?? '';
      return code !== '' && code !== not;
    })
    .toBe(true);
  return code;
}

/** From the list of carriers to the form of a verification method. */
export async function chooseCarrier(page: Page, name: string, way: 'Mật khẩu dịch vụ' | 'Chỉ cần mã SMS'): Promise<void> {
  await front(page).getByText(name, { exact: true }).click();
  await picture(page, 'opt-choose');
  await button(page, `Tiếp tục với ${name}`).click();
  await arrive(page, /^\/m\/mall\/\w+$/);
  await picture(page, 'mall-index');
  await button(page, new RegExp(`^${way}`)).click();
  await arrive(page, /\/detail\//);
}

/** Sends the service password to the carrier. */
export async function sendPassword(page: Page, name: string, password: string): Promise<void> {
  await front(page).getByLabel(`Mật khẩu ${name}`, { exact: true }).fill(password);
  await button(page, `Gửi tới ${name}`).click();
}

/** Enters the carrier's code; its last digit submits it. */
export async function enterCode(page: Page, code: string): Promise<void> {
  await front(page).getByLabel('Mã 6 số').fill(code);
}
