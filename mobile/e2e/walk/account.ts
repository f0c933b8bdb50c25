import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expect, front } from '../fixtures';
import { letPass, look, messagesOn, ours, smsCode } from './desk';
import { address } from './person';
import { QuickBorrower } from './quick';
import { somebodyOf } from './regionPerson';
import { button } from './screen';

/** A verified borrower, logged in on this phone. */
export async function verified(context: BrowserContext): Promise<{ who: QuickBorrower; cardId: string }> {
  const who = await known(context);
  return { who, cardId: await who.verify() };
}

/** A newly registered borrower, logged in on this phone. */
export async function known(context: BrowserContext): Promise<QuickBorrower> {
  const who = new QuickBorrower(ours, somebodyOf('vi'));
  await who.logIn();
  await context.addCookies([
    { name: 'token', value: who.token, url: ours },
    { name: 'phone', value: who.person.phone, url: ours },
  ]);
  return who;
}

/** Another phone without any data. */
export async function otherPhone(page: Page): Promise<Page> {
  const context = await page.context().browser()!.newContext({ viewport: page.viewportSize() });
  return context.newPage();
}

/**
 * Requests a login code on a phone where the number was used before. It advances the clock by a day, because the server
 * sends one code per 120 seconds to a number (spec 9), and only few per day. A picture code may come first.
 */
export async function codeOn(page: Page, phone: string): Promise<string> {
  await letPass({ hours: 25 });
  await page.setExtraHTTPHeaders({ 'X-Forwarded-For': address() });
  await page.goto('/m/login');
  await front(page).getByLabel('Số điện thoại').fill(phone);
  await front(page).getByText('Tôi đã đọc và đồng ý với').click({ position: { x: 10, y: 10 } });
  const newest = async () => (await messagesOn(phone)).find(({ body }) => /^\d{4} /.test(body));
  const before = (await newest())?.sentAt ?? '';
  await button(page, 'Nhận mã').click();
  const image = page.getByRole('dialog', { name: 'Nhập mã trong hình' });
  const resend = page.getByRole('dialog', { name: 'Nhập mã xác nhận' }).getByRole('button', { name: 'Gửi lại mã' });
  let code = '';
  const next = async () => {
    const sms = await newest();
    if (sms && sms.sentAt > before) code = sms.body.slice(0, 4);
    else if (await image.isVisible()) await answerPicture(image, phone);
    // The button's name contains the countdown, so it may change or become disabled at the moment of the tap.
    else if (await resend.isVisible()) await resend.click({ timeout: 1000 }).catch(() => undefined);
    return code;
  };
  await expect.poll(next, { timeout: 30_000, intervals: [500] }).not.toBe('');
  return code;
}

/** Reads the answer to the picture at the development desk and enters it. */
async function answerPicture(image: Locator, phone: string): Promise<void> {
  const drawn = (await look()).imageCodes.find((code) => code.phone.endsWith(phone.slice(1)));
  const confirm = image.getByRole('button', { name: 'Xác nhận' });
  if (!drawn || !(await confirm.isVisible())) return;
  await image.getByRole('textbox').fill(drawn.answer);
  if (await confirm.isEnabled()) await confirm.click();
}

/** Enters a login code. */
export async function enterCode(page: Page, code: string): Promise<void> {
  const sms = page.getByRole('dialog', { name: 'Nhập mã xác nhận' });
  await sms.getByLabel('Mã 4 số').fill(code);
}

/** Answers a question of the app. */
export async function answer(page: Page, question: string, yes: string): Promise<void> {
  await page.getByRole('alertdialog', { name: question }).getByRole('button', { name: yes }).click();
}

/** Enters the fresh code that an action sends into its dialog. */
export async function stepUp(page: Page, phone: string, title: string, send: () => Promise<unknown>): Promise<void> {
  const code = await smsCode(phone, send);
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByLabel('Mã 4 số').fill(code);
  await expect(dialog).toBeHidden();
}
