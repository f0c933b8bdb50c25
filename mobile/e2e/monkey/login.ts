import type { Page } from '@playwright/test';
import { front } from '../fixtures';
import { messagesOn, ours } from '../walk/desk';

const TIMEOUT_MS = 5_000;
/** The pause while a user looks up the second half of the code. */
const PAUSE_MS = 300;

/** Waits for the code on a phone that had none. */
async function codeOn(phone: string): Promise<string> {
  for (const end = Date.now() + TIMEOUT_MS; Date.now() < end; ) {
    const sms = (await messagesOn(phone)).find(({ body }) => /^\d{4} /.test(body));
    if (sms) return sms.body.slice(0, 4);
  }
  throw new Error('Timeout: no SMS code arrived');
}

/** Logs in a new borrower with the code of an SMS, typed with a pause in the middle. Returns a description. */
export async function logInByCode(page: Page, phone: string): Promise<string> {
  await page.context().clearCookies({ name: 'token' });
  await page.evaluate(() => localStorage.removeItem('lm:token'));
  await page.goto(`${ours}/m/login`, { waitUntil: 'commit' });
  await front(page).getByLabel('Số điện thoại').fill(phone, { timeout: TIMEOUT_MS });
  const consent = front(page).getByText('Tôi đã đọc và đồng ý với');
  if (await consent.isVisible()) await consent.click({ position: { x: 10, y: 10 }, timeout: TIMEOUT_MS });
  await front(page).getByRole('button', { name: 'Nhận mã' }).click({ timeout: TIMEOUT_MS });
  const boxes = page.getByRole('dialog').getByLabel('Mã 4 số');
  await boxes.waitFor({ timeout: TIMEOUT_MS });
  const code = await codeOn(phone);
  await boxes.pressSequentially(code.slice(0, 2), { timeout: TIMEOUT_MS });
  await page.waitForTimeout(PAUSE_MS);
  await boxes.pressSequentially(code.slice(2), { timeout: TIMEOUT_MS });
  await page.getByRole('dialog').waitFor({ state: 'hidden', timeout: TIMEOUT_MS });
  return `as ${phone}, by ${code}`;
}
