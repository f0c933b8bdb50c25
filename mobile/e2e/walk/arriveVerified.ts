import type { Page } from '@playwright/test';
import { expect } from '../fixtures';
import { ours } from './desk';
import { logIn } from './login';
import type { Person } from './person';
import { QuickBorrower } from './quick';
import { somebodyOf } from './regionPerson';
import { arrive } from './screen';

/** The position of the used income bands in the list, by label. */
const bands: Record<string, number> = { 'Dưới 3.000.000 ₫': 1, '3.000.000 ₫ – 5.000.000 ₫': 2, '12.000.000 ₫ – 18.000.000 ₫': 5 };

/**
 * Logs in on this phone and verifies the borrower, with a bank card, through the API. Ends on the product list. The
 * forms themselves are covered by loan.spec.ts and, for every region, by regions.spec.ts.
 */
export async function arriveVerified(page: Page, person: Person, number: string): Promise<void> {
  await page.goto('/m/login?redirect=/m/loan/list');
  await logIn(page, person);
  await arrive(page, '/m/loan/list');
  const who = new QuickBorrower(ours, { ...somebodyOf('vi'), ...person, account: number });
  const cookies = await page.context().cookies();
  who.token = cookies.find(({ name }) => name === 'token')!.value;
  const monthlyIncome = bands[person.income];
  expect(monthlyIncome, `position of the income band ${person.income}`).toBeDefined();
  await who.verify({ monthlyIncome, bank: 'VCB' });
  await page.goto('/m/loan/list');
}
