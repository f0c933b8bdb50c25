import { readFile } from 'node:fs/promises';
import { expect, front, test } from './fixtures';
import { answer, codeOn, enterCode, known, otherPhone, stepUp, verified } from './walk/account';
import { letPass } from './walk/desk';
import { arrive, button, picture } from './walk/screen';

/** The timeout of a test with two phones, which may have to wait for the second code to a number. */
const TWO_PHONES_MS = 280_000;

// spec: 2.m-delaccount, 4.deletion-refused
test('deletion is refused while an order is in progress, and that order is named', async ({ page, context }) => {
  const { who, cardId } = await verified(context);
  const { groups } = await who.products();
  const product = groups.flatMap(({ products }) => products).find(({ name }) => name === 'Vay linh hoạt')!;
  const orderId = await who.apply(product.loanId, 5_000_000, 91, cardId);
  const { order } = await who.until(orderId, 4);
  await page.goto('/m/delAccount');
  await expect(front(page).getByText('Chưa thể xóa tài khoản')).toBeVisible();
  await expect(button(page, 'Yêu cầu xóa tài khoản')).toBeHidden();
  await picture(page, 'account-deletion-refused');
  await button(page, `Khoản vay ${order.orderNo}`).click();
  await arrive(page, `/m/order/detail/${orderId}`);
});

// spec: 1.deletion, 4.deletion-submitted, 4.deletion-no-return
test('an account is deleted after the waiting period; until then the request can be withdrawn', async ({ page, context }) => {
  test.setTimeout(TWO_PHONES_MS);
  const { who } = await verified(context);
  const { phone } = who.person;
  const ask = async (number = phone) => {
    await button(page, 'Yêu cầu xóa tài khoản').click();
    await stepUp(page, number, 'Xác nhận xóa tài khoản', () => answer(page, 'Xóa tài khoản của bạn?', 'Gửi mã và xóa'));
    await expect(front(page).getByText('Đã nhận yêu cầu xóa')).toBeVisible();
  };

  await test.step('the borrower reads what is deleted, what is kept and when', async () => {
    await page.goto('/m/home/mine');
    await button(page, 'Xóa tài khoản').click();
    await arrive(page, '/m/delAccount');
    await expect(front(page).getByText('Sẽ được xóa')).toBeVisible();
    await expect(front(page).getByText('Phải giữ lại, và vì sao')).toBeVisible();
    await expect(front(page).getByText(/^Chúng tôi chờ 7\sngày/)).toBeVisible();
    await picture(page, 'account-deletion');
  });
  await test.step('the borrower requests the deletion, and sees only the state of the request', async () => {
    await ask();
    await picture(page, 'account-deletion-waits');
    await page.goto('/m/bankCard');
    await arrive(page, '/m/delAccount');
    await page.goto('/m/home');
    await expect(front(page).getByText('Tài khoản đang chờ xóa')).toBeVisible();
    await picture(page, 'account-leaving-home');
  });
  await test.step('the borrower withdraws the request', async () => {
    await button(page, 'Xem yêu cầu xóa').click();
    await button(page, 'Rút lại yêu cầu xóa').click();
    await expect(button(page, 'Yêu cầu xóa tài khoản')).toBeVisible();
    await page.goto('/m/bankCard');
    await arrive(page, '/m/bankCard');
  });
  await test.step('the account of another borrower is deleted after the waiting period, and its number cannot register again', async () => {
    const other = await known(context);
    await page.goto('/m/delAccount');
    const number = other.person.phone;
    await ask(number);
    await letPass({ days: 7, hours: 1 });
    await expect.poll(async () => {
      await page.reload();
      return new URL(page.url()).pathname;
    }, { timeout: 60_000, intervals: [3000] }).toBe('/m/login');

    const visitor = await otherPhone(page);
    await enterCode(visitor, await codeOn(visitor, number));
    await expect(visitor.getByRole('dialog').getByText('Tài khoản của số này đã bị xóa nên không thể đăng ký lại.')).toBeVisible();
    await picture(visitor, 'account-deleted-login');
    await visitor.context().close();
  });
});

test('the data export needs an SMS code, and comes as JSON and as a readable page', async ({ page, context }) => {
  const { who } = await verified(context);
  await page.goto('/m/account/data');
  await picture(page, 'account-data');
  await stepUp(page, who.person.phone, 'Xác nhận nhận bản sao dữ liệu', () => button(page, 'Nhận bản sao').click());
  await expect(front(page).getByText('Bản sao đã sẵn sàng')).toBeVisible();
  await picture(page, 'account-data-ready');
  const save = async (name: string) => {
    const download = page.waitForEvent('download');
    await button(page, name).click();
    return readFile(await (await download).path(), 'utf8');
  };
  const copy = JSON.parse(await save('Tải dữ liệu thô (JSON)')) as { sections: { name: string; records: Record<string, unknown>[] }[] };
  const of = (name: string) => copy.sections.find((section) => section.name === name)!.records;
  expect(of('profile')[0]!.phone).toBe(who.person.phone);
  expect(of('identity')[0]!.idNumber).toBe(who.person.idNumber);
  expect(of('bankCards')[0]!.account).toBe(`••••${who.person.account.slice(-4)}`);
  const page2 = await save('Tải bản để đọc');
  expect(page2).toContain('Giấy tờ tùy thân');
  expect(page2).toContain(who.person.name);
});

test('consents are given and withdrawn separately, and withdrawing one during an order shows a warning', async ({ page, context }) => {
  const { who, cardId } = await verified(context);
  await page.goto('/m/account/consents');
  await button(page, 'Đồng ý: Tin ưu đãi').click();
  await expect(button(page, 'Rút lại: Tin ưu đãi')).toBeVisible();
  await button(page, 'Rút lại: Tin ưu đãi').click();
  await answer(page, 'Rút lại sự đồng ý?', 'Rút lại');
  await expect(button(page, 'Đồng ý: Tin ưu đãi')).toBeVisible();
  await expect(front(page).getByText('Đã rút lại: Tin ưu đãi')).toBeVisible();
  await picture(page, 'account-consents');

  const { groups } = await who.products();
  const product = groups.flatMap(({ products }) => products).find(({ name }) => name === 'Vay linh hoạt')!;
  await who.until(await who.apply(product.loanId, 5_000_000, 91, cardId), 4);
  await page.reload();
  await expect(button(page, 'Rút lại: Kiểm tra tín dụng')).toBeVisible();
  await button(page, 'Rút lại: Kiểm tra tín dụng').click();
  const question = page.getByRole('alertdialog', { name: 'Rút lại sự đồng ý?' });
  await expect(question).toContainText('Bạn đang có khoản vay');
  await picture(page, 'account-consent-running');
  await question.getByRole('button', { name: 'Giữ nguyên' }).click();
});

// spec: 4.forced-logout
test('another phone is logged out remotely, and is redirected to login after two seconds, with its full path', async ({ page, context }) => {
  test.setTimeout(TWO_PHONES_MS);
  const who = await known(context);
  const other = await otherPhone(page);
  await enterCode(other, await codeOn(other, who.person.phone));
  await arrive(other, '/m/home');
  await other.goto('/m/order/list?tab=all');

  await page.goto('/m/account/devices');
  await expect(front(page).getByText('Máy này')).toBeVisible();
  await picture(page, 'account-devices');
  await button(page, /^Đăng xuất .*(Chrome|không rõ)/).first().click();
  // The other phone may notice the logout on its own before it is reloaded.
  const told = Date.now();
  await answer(page, 'Đăng xuất máy này?', 'Đăng xuất');
  await expect(front(page).getByText('Chỉ có máy này đang đăng nhập.')).toBeVisible();

  await other.reload();
  await expect.poll(() => new URL(other.url()).pathname).toBe('/m/login');
  expect(new URL(other.url()).searchParams.get('redirect')).toBe('/m/order/list?tab=all');
  expect(Date.now() - told).toBeGreaterThan(2000);
  await other.context().close();
});

test('a phone with a recycled number sees no data of the earlier owner', async ({ page, context }) => {
  test.setTimeout(TWO_PHONES_MS);
  const { who } = await verified(context);
  // No trusted phone is left that could approve it.
  await who.call('member/logout');
  const other = await otherPhone(page);
  await enterCode(other, await codeOn(other, who.person.phone));
  await expect(front(other).getByText('Xác nhận đúng là bạn')).toBeVisible();
  await picture(other, 'second-fact');
  await other.goto('/m/home/mine');
  await expect(front(other).getByText('Xác nhận đúng là bạn')).toBeVisible();
  await expect(other.getByText(who.person.name)).toBeHidden();
  await other.goto('/m/auth/identity');
  await expect.poll(() => new URL(other.url()).pathname).toBe('/m/login');
  await front(other).getByLabel('4 ký tự cuối của số giấy tờ').fill(who.person.idNumber.slice(-4));
  await button(other, 'Tiếp tục').click();
  await arrive(other, '/m/auth/identity');
  await other.context().close();
});

test('a draft typed before identity verification is shown only on the phone that typed it', async ({ page, context }) => {
  test.setTimeout(TWO_PHONES_MS);
  const who = await known(context);
  await who.call('auth/saveDraft', { topic: 'personal', data: { nickname: 'Bí Mật', detailAddress: '12 Hàng Bông' } });
  await page.goto('/m/auth/personal');
  await expect(front(page).getByLabel('Chúng tôi gọi bạn là gì?')).toHaveValue('Bí Mật');
  const other = await otherPhone(page);
  await enterCode(other, await codeOn(other, who.person.phone));
  await arrive(other, '/m/home');
  await other.goto('/m/auth/personal');
  await expect(front(other).getByLabel('Chúng tôi gọi bạn là gì?')).toHaveValue('');
  await other.context().close();
});

// spec: 4.card-keep-one, 4.card-replacement
test('a bank card is removed, but never the last one, nor without a replacement one that a loan is paid to', async ({ page, context }) => {
  const { who, cardId } = await verified(context);
  const open = async (id: string) => {
    await page.goto(`/m/bankCard/detail?cardId=${id}`);
    await button(page, 'Gỡ tài khoản này').click();
  };
  await open(cardId);
  await expect(page.getByRole('alertdialog', { name: 'Cần giữ ít nhất một tài khoản' })).toBeVisible();
  await picture(page, 'bankcard-last');
  await answer(page, 'Cần giữ ít nhất một tài khoản', 'Đóng');

  await who.freshCode(202);
  const [, start, digit, end] = /^(.*)(\d)(7788)$/.exec(who.person.account)!;
  const second = await who.addCard(`${start}${(Number(digit) + 1) % 10}${end}`);
  const { groups } = await who.products();
  const product = groups.flatMap(({ products }) => products).find(({ name }) => name === 'Vay linh hoạt')!;
  await who.until(await who.apply(product.loanId, 5_000_000, 91, cardId), 4);
  await open(cardId);
  await answer(page, 'Gỡ tài khoản này?', 'Gỡ tài khoản');
  const sheet = page.getByRole('dialog', { name: 'Nhận tiền vào tài khoản nào?' });
  await expect(sheet).toBeVisible();
  await picture(page, 'bankcard-replace');
  await sheet.getByRole('button', { name: /…\d{4}/ }).click();
  await arrive(page, '/m/home');
  await page.goto('/m/bankCard');
  await expect(front(page).getByText('kết thúc bằng')).toHaveCount(1);
  expect(second).not.toBe(cardId);
});
