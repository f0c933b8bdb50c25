import type { Page, Request } from '@playwright/test';
import { expect, front, test } from './fixtures';
import { confirm, openOffer, openProduct, readAndAccept, wish } from './walk/borrow';
import { payAtBank } from './walk/desk';
import { askForCode } from './walk/login';
import { vnd } from './walk/money';
import { QuickBorrower } from './walk/quick';
import { somebodyOf } from './walk/regionPerson';
import { copyLine, openRepayment, takeTransfer, typeAmount } from './walk/repay';
import { arrive, button, line, openTab } from './walk/screen';

const base = process.env.E2E_BASE_URL ?? 'http://127.0.0.1:8080';
const amount = 4_000_000;
const part = 345_678;

/** Calls that are polled on purpose. */
const WATCHED = ['order/detail', 'repay/intent', 'member/approval/pending'];

/** Records the calls of a page with their bodies. */
function calls(page: Page) {
  let noted: string[] = [];
  const open = new Set<Request>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const path = pathname === '/version.json' ? 'version' : /^\/app\/(.*)/.exec(pathname)?.[1];
    if (path === undefined || path.startsWith('submit/')) return;
    open.add(request);
    noted.push(`${path} ${request.postData() ?? ''}`);
  });
  const over = (request: Request) => void open.delete(request);
  page.on('requestfinished', over);
  page.on('requestfailed', over);
  return {
    /**
     * Runs a step that leads to one screen and returns the paths of its calls. Each call must have been made only once.
     */
    async of(name: string, step: () => Promise<unknown>): Promise<string[]> {
      noted = [];
      await step();
      await expect.poll(() => open.size).toBe(0);
      const twice = noted.filter((call, at) => noted.indexOf(call) !== at && !WATCHED.includes(call.split(' ')[0]!));
      expect(twice, name).toEqual([]);
      return noted.map((call) => call.split(' ')[0]!);
    },
  };
}

/** Hides the page and shows it again, as when the user switches to another app and back. */
async function lookElsewhere(page: Page): Promise<void> {
  for (const state of ['hidden', 'visible'])
    await page.evaluate((visibilityState) => {
      for (const [name, value] of Object.entries({ visibilityState, hidden: visibilityState === 'hidden' })) Object.defineProperty(document, name, { configurable: true, value });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }, state);
}

/** Waits until the code of a page has been preloaded. */
const codeOf = (page: Page, name: string) => page.waitForFunction((part) => performance.getEntriesByType('resource').some((file) => file.name.includes(`/${part}-`)), name);

test('each screen requests everything once and nothing that only other screens show, and preloads the code of the next screen', async ({ page }) => {
  const borrower = new QuickBorrower(base, somebodyOf('vi'));
  const asked = calls(page);
  const behind = ['loan/list', 'order/list', 'support/unread'];

  await asked.of('home of a visitor', async () => {
    await page.goto('/m/home');
    await arrive(page, '/m/home');
  });
  await button(page, 'Đăng nhập để vay').click();
  await arrive(page, '/m/login');
  const { code, dialog } = await askForCode(page, borrower.person as never);
  const logIn = await asked.of('login', async () => {
    await dialog.getByLabel('Mã 4 số').fill(code);
    await arrive(page, '/m/home');
    await expect(button(page, 'Xác minh để vay')).toBeVisible();
  });
  expect(logIn.filter((path) => path === 'loan/detail'), 'the product of a visitor is not requested').toHaveLength(1);
  borrower.token = await page.evaluate(() => (JSON.parse(localStorage.getItem('lm:token')!) as { value: string }).value);
  await borrower.verify();

  await asked.of('tab', async () => {
    await openTab(page, 'Vay');
    await arrive(page, '/m/home/loan');
  });
  await asked.of('product', () => openProduct(page, 'Vay nhanh 91'));
  await wish(page, amount, 91);
  await codeOf(page, 'LoanIndexPage');
  await asked.of('application', async () => {
    await button(page, `Vay ${vnd(amount)}`).click();
    await arrive(page, '/m/loan/loanIndex');
    await button(page, 'Đọc hợp đồng').last().click();
    await readAndAccept(page, 'apply-contract');
  });
  await codeOf(page, 'LoanStatusPage');
  const applied = await asked.of('result', async () => {
    await button(page, `Đăng ký vay ${vnd(amount)}`).click();
    await arrive(page, '/m/loan/status');
  });
  expect(applied.filter((path) => behind.includes(path))).toEqual([]);
  await codeOf(page, 'OrderDetailPage');
  await asked.of('offer', () => openOffer(page));
  const agreed = await asked.of('agreement', async () => {
    await confirm(page, borrower.person as never);
    await expect(button(page, /^Trả /)).toBeVisible();
  });
  expect(agreed.filter((path) => behind.includes(path))).toEqual([]);

  await codeOf(page, 'NormalPage');
  await asked.of('repayment', () => openRepayment(page, amount + amount * 0.015));
  await codeOf(page, 'PayPage');
  await asked.of('transfer', async () => {
    await typeAmount(page, part);
    await takeTransfer(page);
  });
  await asked.of('another app', async () => {
    await copyLine(page, 'Số tiền');
    await lookElsewhere(page);
  });
  await codeOf(page, 'ResultPage');
  await asked.of('receipt', async () => {
    await payAtBank(part);
    await arrive(page, '/m/repay/result');
    await expect(line(page, 'phí dịch vụ')).toBeVisible();
  });

  await page.goto('/m/home');
  await arrive(page, '/m/home');
  // The response to the tab's own request must not be counted with those of the language change.
  const told = page.waitForResponse((answer) => answer.url().endsWith('/support/unread') && page.url().endsWith('/m/home/mine'));
  await openTab(page, 'Của tôi');
  await arrive(page, '/m/home/mine');
  await told;
  const spoken = await asked.of('language', async () => {
    await front(page).getByRole('button', { name: 'Tiếng Việt' }).click();
    await page.getByRole('option', { name: 'English' }).click();
    await expect(button(page, /Log out/)).toBeVisible();
  });
  expect(spoken).not.toContain('order/list');
});
