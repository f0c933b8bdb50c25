import type { BrowserContext, Page } from '@playwright/test';
import { expect, front, test } from './fixtures';
import { balances, caseFile, reconcile } from './walk/books';
import { openOffer, openProduct, orderNo, readAndAccept, wish } from './walk/borrow';
import { smsCode } from './walk/desk';
import { askForCode, logIn } from './walk/login';
import { vnd } from './walk/money';
import { account, somebody } from './walk/person';
import { arrive, button, openTab, picture } from './walk/screen';
import { addFirstCard, answerAll, fillCard, tapChoice } from './walk/verify';

test.afterAll(reconcile);

/** Another phone that has the same session and no other data. */
async function otherPhone(own: BrowserContext, page: Page): Promise<Page> {
  const context = await page.context().browser()!.newContext();
  await context.addCookies((await own.cookies()).filter(({ name }) => name === 'token' || name === 'phone'));
  return context.newPage();
}

// spec: 8.login-failure
test('a wrong code is reported at the boxes, which accept the right one at once', async ({ page }) => {
  await page.goto('/m/login');
  const { code, dialog } = await askForCode(page, somebody());
  const wrong = String((Number(code) + 1) % 10_000).padStart(4, '0');
  await dialog.getByLabel('Mã 4 số').pressSequentially(wrong);
  await expect(dialog.getByRole('alert')).toBeVisible();
  await picture(page, 'login-wrong-code');
  await expect(dialog.getByLabel('Mã 4 số')).toBeFocused();
  await expect(dialog.getByLabel('Mã 4 số')).toHaveValue('');
  await page.keyboard.type(code.slice(0, 1));
  await expect(dialog.getByRole('alert')).toBeHidden();
  await page.keyboard.type(code.slice(1));
  await arrive(page, '/m/home');
});

test('input is kept after a reload and on another phone', async ({ page, context }) => {
  await page.goto('/m/login?redirect=/m/auth/personal');
  await logIn(page, somebody());
  await arrive(page, '/m/auth/personal');
  await front(page).getByLabel('Chúng tôi gọi bạn là gì?').fill('Chị Lan');
  await front(page).getByLabel('Số nhà, tên đường').fill('12 Hàng Bông');
  await tapChoice(front(page), 'Số con', '2 con');
  await expect(front(page).getByText(/^Đã lưu lúc/)).toBeVisible();
  await page.reload();
  await expectDraft(page);
  const other = await otherPhone(context, page);
  await other.goto('/m/auth/personal');
  await expectDraft(other);
  await other.context().close();
});

async function expectDraft(page: Page): Promise<void> {
  await expect(front(page).getByLabel('Chúng tôi gọi bạn là gì?')).toHaveValue('Chị Lan');
  await expect(front(page).getByLabel('Số nhà, tên đường')).toHaveValue('12 Hàng Bông');
  await expect(front(page).getByRole('radio', { name: '2 con' })).toBeChecked();
}

// spec: 4.forced-logout, 8.10640105
test('a session that ended elsewhere leads to login, and login leads back', async ({ page, context }) => {
  await page.goto('/m/login?redirect=/m/home/mine');
  await logIn(page, somebody());
  await arrive(page, '/m/home/mine');
  await picture(page, 'mine');
  const other = await otherPhone(context, page);
  await other.goto('/m/home/mine');
  await button(other, 'Đăng xuất').click();
  await other.getByRole('alertdialog').getByRole('button', { name: 'Đăng xuất' }).click();
  await arrive(other, '/m/home');
  await other.context().close();

  await openTab(page, 'Khoản vay');
  await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe('/m/login?redirect=%2Fm%2Fhome%2Forder');
  await picture(page, 'login-again');
  await logIn(page, somebody());
  await arrive(page, '/m/home/order');
  await expect(front(page).getByText('Chưa có khoản vay nào ở đây')).toBeVisible();
  await picture(page, 'order-list-empty');
});

test('changing the language changes the texts and keeps the input', async ({ page }) => {
  const { phone } = somebody();
  await page.goto('/m/login');
  await front(page).getByLabel('Số điện thoại').fill(phone);
  await button(page, 'Tiếng Việt').click();
  await page.getByRole('option', { name: 'English' }).click();
  await expect(front(page).getByLabel('Phone number')).toHaveValue(phone);
  await button(page, 'Back').click();
  await arrive(page, '/m/home');
  await page.goto('/m/loan/list');
  await expect(front(page).getByText('Up to').first()).toBeVisible();
  await picture(page, 'loan-list-english');
});

test('after typing errors, double taps and lost connections each action happens once', async ({ page, context }) => {
  const person = somebody();
  const amount = 5_000_000;
  await page.goto('/m/login?redirect=/m/auth');
  await logIn(page, person);
  await answerAll(page, person);

  await test.step('two different numbers, and an account of another person, are reported at the field', async () => {
    const number = account();
    await fillCard(page, number, account('7789'));
    await button(page, 'Lưu và tiếp tục').click();
    await expect(front(page).getByRole('alert')).toHaveText('Hai lần nhập không khớp nhau.');
    await picture(page, 'bankcard-mismatch');
    await fillCard(page, account('0004'));
    await button(page, 'Lưu và tiếp tục').click();
    await expect(front(page).getByRole('alert')).toHaveText(/tên/i);
    await picture(page, 'bankcard-other-name');
    await addFirstCard(page, number);
  });

  await test.step('an application whose response is lost is sent again and counts once', async () => {
    await page.goto('/m/loan/list');
    await openProduct(page, 'Vay linh hoạt');
    await wish(page, amount, 91);
    await button(page, `Vay ${vnd(amount)}`).click();
    await arrive(page, '/m/loan/loanIndex');
    await button(page, 'Đọc hợp đồng').last().click();
    await readAndAccept(page, 'apply-contract');
    // As many times as the app retries automatically.
    await page.route('**/app/loan/apply', async (route) => {
      await route.fetch();
      await route.abort();
    }, { times: 4 });
    const submit = button(page, `Đăng ký vay ${vnd(amount)}`);
    await submit.click();
    await expect(page.getByText(/F0000/)).toBeVisible({ timeout: 25_000 });
    await picture(page, 'apply-lost');
    await submit.dblclick();
    await openOffer(page);
    await page.goto('/m/order/list');
    await expect(button(page, /Vay linh hoạt/)).toHaveCount(1);
    await picture(page, 'order-list');
    await button(page, /Vay linh hoạt/).click();
    await arrive(page, /^\/m\/order\/detail\//);
  });

  await test.step('a confirmation without a network keeps its code, and a double tap counts once', async () => {
    const no = await orderNo(page);
    await button(page, 'Đọc hợp đồng và xác nhận').click();
    const dialog = page.getByRole('dialog', { name: 'Xác nhận nhận tiền vay' });
    const code = await smsCode(person.phone, () => readAndAccept(page, 'order-contract'));
    await context.setOffline(true);
    await dialog.getByLabel('Mã 4 số').pressSequentially(code);
    await expect(dialog.getByRole('alert')).toBeVisible();
    await picture(page, 'order-code-offline');
    await context.setOffline(false);
    await expect(dialog.getByLabel('Mã 4 số')).toHaveValue(code);
    await dialog.getByRole('button', { name: 'Xác nhận' }).dblclick();
    await expect(button(page, `Trả ${vnd(amount)}`)).toBeVisible();
    const file = caseFile(no);
    expect(file.payouts).toHaveLength(1);
    expect(file.timeline.filter(({ event }) => event === 'confirmed')).toHaveLength(1);
    expect(balances(file)).toEqual({ principal_receivable: amount, bank: -amount });
  });
});
