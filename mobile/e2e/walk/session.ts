import type { Page } from '@playwright/test';
import { debtor } from './debtor';
import { QuickBorrower } from './quick';
import { somebodyOf } from './regionPerson';

const base = process.env.E2E_BASE_URL ?? 'http://127.0.0.1:8080';

/** A new borrower, logged in in this browser. */
export async function logInSomebody(page: Page): Promise<QuickBorrower> {
  const borrower = new QuickBorrower(base, somebodyOf('vi'));
  await borrower.logIn();
  await openSession(page, borrower);
  return borrower;
}

/** A borrower with a running loan, logged in in this browser. */
export async function logInDebtor(page: Page): Promise<{ orderId: string }> {
  const borrower = new QuickBorrower(base, somebodyOf('vi'));
  await borrower.logIn();
  const { orderId } = await debtor(borrower, await borrower.verify());
  await openSession(page, borrower);
  return { orderId };
}

/** Logs this browser in as the borrower. */
async function openSession(page: Page, borrower: QuickBorrower): Promise<void> {
  await page.goto('/m/terms');
  await page.evaluate(
    ([token, phone]) => {
      localStorage.setItem('lm:token', JSON.stringify({ value: token }));
      localStorage.setItem('lm:phone', JSON.stringify({ value: phone }));
    },
    [borrower.token, borrower.person.phone],
  );
}
