import type { Page } from '@playwright/test';
import { expect, front, test } from './fixtures';
import { readAndAccept } from './walk/borrow';
import { debtor } from './walk/debtor';
import { payAtBank, smsCode } from './walk/desk';
import { logIn } from './walk/login';
import { somebody } from './walk/person';
import { QuickBorrower } from './walk/quick';
import { somebodyOf } from './walk/regionPerson';
import { arrive, button, depth, openTab, place } from './walk/screen';
import { logInDebtor } from './walk/session';

// Tests of the browser's own back and forward: a phone's back key, a swipe, the menu.

const base = process.env.E2E_BASE_URL ?? 'http://127.0.0.1:8080';

/** Logs in a borrower who may borrow. */
async function borrowerIn(page: Page): Promise<QuickBorrower> {
  const borrower = new QuickBorrower(base, somebodyOf('vi'));
  await borrower.logIn();
  borrower.cardId = await borrower.verify();
  await page.addInitScript(
    ([token, phone]) => {
      localStorage.setItem('lm:token', JSON.stringify({ value: token }));
      localStorage.setItem('lm:phone', JSON.stringify({ value: phone }));
    },
    [borrower.token, borrower.person.phone],
  );
  return borrower;
}

/** The number of entries in the tab's history. */
const entries = (page: Page) => page.evaluate(() => history.length);

/** The URL, the heading on the screen, and the number of visible pages, which must be one. */
async function seen(page: Page): Promise<{ at: string; heading: string; pages: number }> {
  const heading = front(page).getByRole('heading').first();
  const pages = await page.locator('ion-router-outlet > .ion-page:not(.ion-page-hidden):not(.ion-page-invisible)').count();
  return { at: place(page), heading: (await heading.count()) ? await heading.innerText() : '', pages };
}

/** The pages of a tab, recorded while navigating to them. */
class Trail {
  private readonly pages: Awaited<ReturnType<typeof seen>>[] = [];
  private now = -1;
  private length = 0;

  constructor(private readonly page: Page) {}

  /** Records a page that was opened one step deeper. */
  async arrived(path: string | RegExp): Promise<void> {
    await arrive(this.page, path);
    await expect.poll(() => seen(this.page)).toEqual({ at: place(this.page), heading: expect.stringMatching(/./), pages: 1 });
    this.pages.splice(++this.now, this.pages.length, await seen(this.page));
    this.length = await entries(this.page);
  }

  /** Goes several steps without waiting for the page to be shown. */
  async pass(steps: number): Promise<void> {
    this.now += steps;
    await this.page.evaluate((by) => history.go(by), steps);
    await expect.poll(() => place(this.page), { intervals: [5] }).toBe(this.pages[this.now]!.at);
  }

  /**
   * Goes several steps back or forward at once. The page of that entry must be shown, and the number of entries must
   * stay the same.
   */
  async go(steps: number): Promise<void> {
    this.now += steps;
    await this.page.evaluate((by) => history.go(by), steps);
    await expect.poll(() => seen(this.page), { message: `${steps} steps to entry ${this.now}` }).toEqual(this.pages[this.now]);
    expect(await entries(this.page)).toBe(this.length);
  }
}

// spec: 2.header-back-history
test('back and forward show the page of the address, over many steps and after a reload', async ({ page }) => {
  const borrower = await borrowerIn(page);
  await debtor(borrower, borrower.cardId);
  const trail = new Trail(page);
  await page.goto('/m/home/mine');
  await trail.arrived('/m/home/mine');
  await openTab(page, 'Khoản vay');
  await trail.arrived('/m/home/order');
  await button(page, /Chờ thanh toán/).first().click();
  await trail.arrived(/^\/m\/order\/detail\//);
  await button(page, /^Trả /).click();
  await trail.arrived('/m/repay/normal');
  await button(page, 'Lấy mã thanh toán').click();
  await trail.arrived('/m/repay/paycode');
  await button(page, /^Nhờ người khác trả giúp/).click();
  await trail.arrived('/m/repay/ask');
  for (const steps of [-1, -1, 1, -1, 1, 1, -3, 1, 1, 1, -5, 3, -1, -1, 4, -1, -2, 1, -3, 5]) await trail.go(steps);
  await trail.go(-2);
  await page.reload();
  await arrive(page, '/m/repay/normal');
  for (const steps of [-1, 2, 1, -4, 1, 1, 1, 1, -2]) await trail.go(steps);
  // A step deeper from here adds an entry again.
  await button(page, 'Cách trả khoản vay').click();
  await trail.arrived('/m/repay/guide');
  for (const steps of [-1, 1, -2, 2, -1]) await trail.go(steps);
});

test('back and forward during a page transition end at a visible page', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const trail = new Trail(page);
  await page.goto('/m/home/mine');
  await trail.arrived('/m/home/mine');
  await button(page, 'Hỗ trợ khách hàng').click();
  await trail.arrived('/m/customer');
  await button(page, /Để lại lời nhắn/).click();
  await trail.arrived('/m/login');
  for (const hurry of [[-1, 1], [-1, 1, -1], [1, -1, 1], [-1, -1, 1], [-1, 1, 1], [-2, 2], [-1, -1, 1, 1, -1]]) {
    for (const steps of hurry.slice(0, -1)) await trail.pass(steps);
    await trail.go(hurry[hurry.length - 1]!);
  }
});

test('input is kept when the page is reached again by forward', async ({ page }) => {
  await borrowerIn(page);
  const trail = new Trail(page);
  await page.goto('/m/home/mine');
  await trail.arrived('/m/home/mine');
  await button(page, 'Hỗ trợ khách hàng').click();
  await trail.arrived('/m/customer');
  await button(page, /Để lại lời nhắn/).click();
  await trail.arrived('/m/customer/online');
  const words = front(page).getByLabel('Lời nhắn của bạn');
  await words.fill('Tôi đã trả hôm qua');
  await trail.go(-2);
  await trail.go(1);
  await trail.go(1);
  await expect(words).toHaveValue('Tôi đã trả hôm qua');
  await trail.go(-1);
  await trail.go(1);
  await expect(words).toHaveValue('Tôi đã trả hôm qua');
});

/** The entry of an overlay is added a moment after the overlay, sooner than any user can press back. */
const overlayEntryAdded = (page: Page) => expect.poll(() => page.evaluate(() => (history.state as { overlay?: number } | null)?.overlay ?? 0)).toBeGreaterThan(0);

test('back closes an overlay once and then leaves the page, and an overlay closed otherwise leaves no entry behind', async ({ page }) => {
  const trail = new Trail(page);
  await page.goto('/m/home/mine');
  await trail.arrived('/m/home/mine');
  await button(page, 'Đăng nhập').click();
  await trail.arrived('/m/login');
  const phone = front(page).getByLabel('Số điện thoại');
  await phone.fill('0912345678');
  const sheet = page.getByRole('dialog');
  const open = async () => {
    await button(page, /Tiếng Việt|English/).click();
    await expect(sheet).toBeVisible();
    await overlayEntryAdded(page);
  };
  for (let again = 0; again < 2; again++) {
    await open();
    await page.goBack();
    await expect(sheet).toBeHidden();
    await arrive(page, '/m/login');
    await expect(phone).toHaveValue('0912345678');
  }
  await open();
  await sheet.getByRole('button', { name: 'Đóng' }).click();
  await expect(sheet).toBeHidden();
  await page.goBack();
  await arrive(page, '/m/home/mine');
  await page.goForward();
  await arrive(page, '/m/login');
  const at = await depth(page);
  await open();
  await page.getByRole('option', { name: 'English' }).click();
  await expect(sheet).toBeHidden();
  await expect(front(page).getByRole('heading', { name: 'Log in', exact: true })).toBeVisible();
  // Forward must not reopen the overlay.
  await expect.poll(() => depth(page)).toBe(at);
  await page.evaluate(() => new Promise<void>((done) => {
    let moves = 0;
    (window as unknown as { navigation: EventTarget }).navigation.addEventListener('currententrychange', () => ++moves === 2 && done());
    history.forward();
  }));
  expect(await depth(page)).toBe(at);
  await open();
  await page.reload();
  await expect(front(page).getByRole('heading', { name: 'Log in', exact: true })).toBeVisible();
  await expect(sheet).toBeHidden();
  await page.goBack();
  await arrive(page, '/m/home/mine');
});

test('a tap while the entry of a closed sheet is being removed opens the next page, and back returns from there', async ({ page }) => {
  await page.goto('/m/login');
  await arrive(page, '/m/login');
  await button(page, 'Tiếng Việt').click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Đóng' }).click();
  await expect(sheet).toBeHidden();
  const link = front(page).getByRole('link', { name: 'Điều khoản sử dụng' });
  // Delays the history step, so that two taps happen before the browser makes it.
  await link.evaluate((element: HTMLElement) => new Promise<void>((done) => {
    const { go } = history;
    history.go = (by) => {
      history.go = go;
      go.call(history, by);
      element.click();
      element.click();
      done();
    };
  }));
  await arrive(page, '/m/terms');
  await expect(front(page).getByRole('heading', { name: 'Điều khoản sử dụng' }).first()).toBeVisible();
  await button(page, 'Quay lại').click();
  await arrive(page, '/m/login');
});

test('back during the confirmation of a loan closes the current step and keeps the offer in front', async ({ page }) => {
  const borrower = await borrowerIn(page);
  const open = (await borrower.products()).groups.filter(({ group }) => group === 2 || group === 3).flatMap(({ products }) => products);
  const product = open.find(({ termsDays }) => termsDays.includes(91))!;
  const orderId = await borrower.apply(product.loanId, product.minAmount, 91, borrower.cardId);
  await borrower.until(orderId, 4);
  await page.goto('/m/order/list');
  await arrive(page, '/m/order/list');
  await button(page, new RegExp(product.name)).click();
  const detail = `/m/order/detail/${orderId}`;
  await arrive(page, detail);
  const offer = front(page).getByText('Chờ xác nhận', { exact: true });
  const expectOffer = async () => {
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('alertdialog')).toBeHidden();
    await expect(offer).toBeVisible();
    await arrive(page, detail);
  };

  await button(page, 'Hủy khoản vay').click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await overlayEntryAdded(page);
  await page.goBack();
  await expectOffer();

  const read = () => button(page, 'Đọc hợp đồng và xác nhận').click();
  await read();
  await expect(page.getByRole('dialog', { name: /hợp đồng/i })).toBeVisible();
  await overlayEntryAdded(page);
  await page.goBack();
  await expectOffer();

  await read();
  const dialog = page.getByRole('dialog', { name: 'Xác nhận nhận tiền vay' });
  const code = await smsCode(borrower.person.phone, () => readAndAccept(page, 'order-contract'));
  await expect(dialog.getByLabel('Mã 4 số')).toBeVisible();
  await overlayEntryAdded(page);
  await page.goBack();
  await expectOffer();

  await read();
  await readAndAccept(page, 'order-contract');
  await dialog.getByLabel('Mã 4 số').fill(code);
  await expect(dialog).toBeHidden();
  await expect(button(page, /^Trả /)).toBeVisible();
  await page.goBack();
  await arrive(page, '/m/order/list');
  await page.goForward();
  await arrive(page, detail);
  await expect(button(page, /^Trả /)).toBeVisible();
});

test('a page that replaces another is shown, and has the same history entry behind it', async ({ page }) => {
  const product = /Vay nhanh 91/;
  await page.goto('/m/loan/list');
  await arrive(page, '/m/loan/list');
  await button(page, product).click();
  await arrive(page, '/m/login');
  const before = await depth(page);
  await logIn(page, somebody());
  await arrive(page, /^\/m\/loan\/detail\//);
  expect(await depth(page)).toBe(before);
  await page.goBack();
  await arrive(page, '/m/loan/list');
  await expect(button(page, product)).toBeVisible();
  await page.goForward();
  await arrive(page, /^\/m\/loan\/detail\//);
  await expect(front(page).getByRole('heading', { name: product })).toBeVisible();
});

test('a replaced payment code offers a new one, also if the form for it lies behind in the history', async ({ page }) => {
  const borrower = await borrowerIn(page);
  const { orderId } = await debtor(borrower, borrower.cardId);
  await page.goto(`/m/repay/normal?orderId=${orderId}`);
  await button(page, 'Lấy mã thanh toán').click();
  await arrive(page, '/m/repay/paycode');
  await borrower.payBy('paycode', orderId, 123_456);
  const over = page.url();
  await button(page, 'Lấy thông tin mới').click();
  await arrive(page, '/m/repay/normal');
  await button(page, 'Lấy mã thanh toán').click();
  await arrive(page, '/m/repay/paycode');
  expect(page.url()).not.toBe(over);
  await expect(front(page).getByRole('img', { name: /^Mã QR để trả/ })).toBeVisible();
  await expect(button(page, 'Lấy thông tin mới')).toHaveCount(0);
});

test('a dialog leads to another page, and back returns to the page of the dialog', async ({ page }) => {
  const { person } = await borrowerIn(page);
  const trail = new Trail(page);
  await page.goto('/m/bankCard');
  await trail.arrived('/m/bankCard');
  await button(page, new RegExp(person.account.slice(-4))).click();
  await trail.arrived('/m/bankCard/detail');
  await button(page, 'Gỡ tài khoản này').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Thêm tài khoản' }).click();
  await trail.arrived('/m/bankCard/add');
  for (const steps of [-1, -1, 1, 1, -2, 2]) await trail.go(steps);
});

// spec: 2.header-back-history
test('the back button goes back after a reload, too', async ({ page }) => {
  await page.goto('/m/login');
  await arrive(page, '/m/login');
  await front(page).getByRole('link', { name: 'Điều khoản sử dụng' }).click();
  await arrive(page, '/m/terms');
  await page.reload();
  await arrive(page, '/m/terms');
  await button(page, 'Quay lại').click();
  await arrive(page, '/m/login');
  await expect(front(page).getByLabel('Số điện thoại')).toBeVisible();
});

test('a payment that arrives on the page of its link leads to one receipt, and back shows no request for it', async ({ page }) => {
  const { orderId } = await logInDebtor(page);
  const amount = 123_457;
  await page.goto(`/m/repay/normal?orderId=${orderId}`);
  await arrive(page, '/m/repay/normal');
  await front(page).getByLabel('Số tiền bạn muốn trả').fill(String(amount));
  await button(page, 'Lấy mã thanh toán').click();
  await arrive(page, '/m/repay/paycode');
  await button(page, /^Nhờ người khác trả giúp/).click();
  await arrive(page, '/m/repay/ask');
  await payAtBank(amount);
  await arrive(page, '/m/repay/result');
  await expect(front(page).getByRole('heading', { level: 2 }).first()).toBeVisible();
  const deep = await depth(page);
  await button(page, 'Quay lại').click();
  // The code page had been completed too, so the receipt replaces it on return.
  await expect.poll(() => depth(page)).toBe(deep - 1);
  await arrive(page, '/m/repay/result');
  await expect(front(page).getByRole('heading', { level: 2 }).first()).toBeVisible();
  await expect(front(page).getByRole('img', { name: /^Mã QR để trả/ })).toHaveCount(0);
  await button(page, 'Quay lại').click();
  await arrive(page, '/m/repay/normal');
  await expect(front(page).getByLabel('Số tiền bạn muốn trả')).toBeVisible();
});
