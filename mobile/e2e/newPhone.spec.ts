import type { Page } from '@playwright/test';
import { expect, front, test } from './fixtures';
import { codeOn, enterCode, otherPhone, verified } from './walk/account';
import { letPass } from './walk/desk';
import type { QuickBorrower } from './walk/quick';
import { arrive, button, picture } from './walk/screen';

/** The timeout of a test with two phones, which may have to wait for the second code to a number. */
const TWO_PHONES_MS = 280_000;
/** An active phone checks every 20 seconds whether a new device requests access. */
const SOON = { timeout: 30_000 };

/** The two digits shown on a new phone. */
async function digitsOn(fresh: Page): Promise<string> {
  const name = await front(fresh).getByRole('img', { name: /^Hai số: \d \d$/ }).getAttribute('aria-label');
  return name!.replace(/\D/g, '');
}

/**
 * Opens home on a verified borrower's first phone, and requests access for a new phone. Returns the new phone's page.
 */
async function requestAccess(page: Page, who: QuickBorrower): Promise<Page> {
  await page.goto('/m/home');
  const fresh = await otherPhone(page);
  await enterCode(fresh, await codeOn(fresh, who.person.phone));
  await expect(front(fresh).getByText('Xác nhận đúng là bạn')).toBeVisible();
  await picture(fresh, 'new-phone');
  await expect(front(fresh).getByLabel('4 ký tự cuối của số giấy tờ'), 'the ID question is not shown, since others may know the answer').toBeHidden();
  await button(fresh, 'Xác nhận trên điện thoại kia').click();
  await expect(front(fresh).getByText('Mở ứng dụng trên điện thoại kia')).toBeVisible();
  return fresh;
}

const request = (page: Page) => page.getByRole('dialog', { name: 'Bạn đang đăng nhập trên điện thoại mới?' });

test('a logged-in phone approves a new one by its two digits', async ({ page, context }) => {
  test.setTimeout(TWO_PHONES_MS);
  const { who } = await verified(context);
  const fresh = await requestAccess(page, who);
  const digits = await digitsOn(fresh);
  await picture(fresh, 'new-phone-waits');
  await fresh.reload();
  expect(await digitsOn(fresh), 'the request is still waiting after a reload').toBe(digits);

  await expect(request(page)).toBeVisible(SOON);
  await expect(request(page)).toContainText('Chrome');
  await picture(page, 'new-phone-asks');
  await request(page).getByLabel('Hai số trên điện thoại mới').fill(digits === '00' ? '11' : '00');
  await request(page).getByRole('button', { name: 'Đúng, cho đăng nhập' }).click();
  await expect(request(page).getByRole('alert')).toContainText('chưa khớp');
  await request(page).getByLabel('Hai số trên điện thoại mới').fill(digits);
  await request(page).getByRole('button', { name: 'Đúng, cho đăng nhập' }).click();
  await expect(request(page)).toBeHidden();
  await arrive(fresh, '/m/home');
  await fresh.context().close();
});

test('a logged-in phone rejects a new one', async ({ page, context }) => {
  test.setTimeout(TWO_PHONES_MS);
  const { who } = await verified(context);
  const fresh = await requestAccess(page, who);
  await expect(request(page)).toBeVisible(SOON);
  await request(page).getByRole('button', { name: 'Không phải tôi' }).click();
  const after = page.getByRole('dialog', { name: 'Điện thoại mới đã bị đăng xuất' });
  await expect(after).toBeVisible();
  await picture(page, 'new-phone-refused');
  await expect(fresh.getByText('đã bị từ chối trên điện thoại khác của bạn')).toBeVisible();
  await expect(button(fresh, 'Nhận mã')).toBeVisible();
  await after.getByRole('button', { name: 'Đăng xuất mọi máy khác' }).click();
  await expect(after).toBeHidden();
  await fresh.context().close();
});

test('a new phone whose request is not answered asks for the last characters of the ID number', async ({ page, context }) => {
  test.setTimeout(TWO_PHONES_MS);
  const { who } = await verified(context);
  const fresh = await requestAccess(page, who);
  await letPass({ hours: 0.1 });
  await expect(front(fresh).getByText('Điện thoại kia của bạn chưa trả lời kịp.')).toBeVisible();
  await button(fresh, 'Dùng số giấy tờ của tôi').click();
  await front(fresh).getByLabel('4 ký tự cuối của số giấy tờ').fill(who.person.idNumber.slice(-4));
  await button(fresh, 'Tiếp tục').click();
  await arrive(fresh, '/m/home');
  await fresh.context().close();
});
