import type { Page } from '@playwright/test';
import { expect, front, test } from './fixtures';
import { debtor } from './walk/debtor';
import { QuickBorrower } from './walk/quick';
import { somebodyOf } from './walk/regionPerson';
import { arrive, button, openTab, place } from './walk/screen';

// The browser's own ways back and forward: a phone's back key, a swipe, the menu.

const base = process.env.E2E_BASE_URL ?? 'http://127.0.0.1:8080';

/** Somebody who may borrow, logged in in this browser. */
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

/** How many entries the tab has. */
const entries = (page: Page) => page.evaluate(() => history.length);

/** What the address says, and what is on the screen, which is one page. */
async function seen(page: Page): Promise<{ at: string; heading: string; pages: number }> {
  const heading = front(page).getByRole('heading').first();
  const pages = await page.locator('ion-router-outlet > .ion-page:not(.ion-page-hidden):not(.ion-page-invisible)').count();
  return { at: place(page), heading: (await heading.count()) ? await heading.innerText() : '', pages };
}

/** The pages of a tab, as they were seen on the way to them. */
class Trail {
  private readonly pages: Awaited<ReturnType<typeof seen>>[] = [];
  private now = -1;
  private length = 0;

  constructor(private readonly page: Page) {}

  /** A page was led to, one step deeper. */
  async led(path: string | RegExp): Promise<void> {
    await arrive(this.page, path);
    await expect.poll(() => seen(this.page)).toEqual({ at: place(this.page), heading: expect.stringMatching(/./), pages: 1 });
    this.pages.splice(++this.now, this.pages.length, await seen(this.page));
    this.length = await entries(this.page);
  }

  /** So many steps at once, on the way to others. */
  async pass(steps: number): Promise<void> {
    this.now += steps;
    await this.page.evaluate((by) => history.go(by), steps);
    await expect.poll(() => place(this.page), { intervals: [5] }).toBe(this.pages[this.now]!.at);
  }

  /** So many steps at once, back or forward: the page of that entry is shown, and no entry has come or gone. */
  async go(steps: number): Promise<void> {
    this.now += steps;
    await this.page.evaluate((by) => history.go(by), steps);
    await expect.poll(() => seen(this.page), { message: `${steps} to ${this.now}` }).toEqual(this.pages[this.now]);
    expect(await entries(this.page)).toBe(this.length);
  }
}

// spec: 2.header-back-history
test('back and forward show the page of the address, however deep, far and often, and after a reload', async ({ page }) => {
  const borrower = await borrowerIn(page);
  await debtor(borrower, borrower.cardId);
  const trail = new Trail(page);
  await page.goto('/m/home/mine');
  await trail.led('/m/home/mine');
  await openTab(page, 'Khoản vay');
  await trail.led('/m/home/order');
  await button(page, /Chờ thanh toán/).first().click();
  await trail.led(/^\/m\/order\/detail\//);
  await button(page, /^Trả /).click();
  await trail.led('/m/repay/normal');
  await button(page, 'Lấy mã thanh toán').click();
  await trail.led('/m/repay/paycode');
  await button(page, /^Nhờ người khác trả giúp/).click();
  await trail.led('/m/repay/ask');
  for (const steps of [-1, -1, 1, -1, 1, 1, -3, 1, 1, 1, -5, 3, -1, -1, 4, -1, -2, 1, -3, 5]) await trail.go(steps);
  await trail.go(-2);
  await page.reload();
  await arrive(page, '/m/repay/normal');
  for (const steps of [-1, 2, 1, -4, 1, 1, 1, 1, -2]) await trail.go(steps);
  // From there on a step deeper is one again.
  await button(page, 'Cách trả khoản vay').click();
  await trail.led('/m/repay/guide');
  for (const steps of [-1, 1, -2, 2, -1]) await trail.go(steps);
});

test('back and forward in the middle of a slide end at a page that is shown', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const trail = new Trail(page);
  await page.goto('/m/home/mine');
  await trail.led('/m/home/mine');
  await button(page, 'Hỗ trợ khách hàng').click();
  await trail.led('/m/customer');
  await button(page, /Để lại lời nhắn/).click();
  await trail.led('/m/login');
  for (const hurry of [[-1, 1], [-1, 1, -1], [1, -1, 1], [-1, -1, 1], [-1, 1, 1], [-2, 2], [-1, -1, 1, 1, -1]]) {
    for (const steps of hurry.slice(0, -1)) await trail.pass(steps);
    await trail.go(hurry[hurry.length - 1]!);
  }
});

test('what was typed is there when it is come back to by the way forward', async ({ page }) => {
  await borrowerIn(page);
  const trail = new Trail(page);
  await page.goto('/m/home/mine');
  await trail.led('/m/home/mine');
  await button(page, 'Hỗ trợ khách hàng').click();
  await trail.led('/m/customer');
  await button(page, /Để lại lời nhắn/).click();
  await trail.led('/m/customer/online');
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
