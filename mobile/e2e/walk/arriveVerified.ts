import type { Page } from '@playwright/test';
import { expect } from '../fixtures';
import { ours } from './desk';
import { logIn } from './login';
import type { Person } from './person';
import { QuickBorrower } from './quick';
import { somebodyOf } from './regionPerson';
import { arrive } from './screen';

/** The bands of income that the walks choose, as the list shows them, by their place in it. */
const bands: Record<string, number> = { 'Dưới 3.000.000 ₫': 1, '3.000.000 ₫ – 5.000.000 ₫': 2, '12.000.000 ₫ – 18.000.000 ₫': 5 };

/**
 * Somebody logs in on this phone and stands verified, with an account, before the list of products. The forms are not
 * filled in again: that is walked by loan.spec.ts and, in every region, by regions.spec.ts.
 */
export async function arriveVerified(page: Page, person: Person, number: string): Promise<void> {
  await page.goto('/m/login?redirect=/m/loan/list');
  await logIn(page, person);
  await arrive(page, '/m/loan/list');
  const who = new QuickBorrower(ours, { ...somebodyOf('vi'), ...person, account: number });
  const cookies = await page.context().cookies();
  who.token = cookies.find(({ name }) => name === 'token')!.value;
  const monthlyIncome = bands[person.income];
  expect(monthlyIncome, `the band of ${person.income}`).toBeDefined();
  await who.verify({ monthlyIncome, bank: 'VCB' });
  await page.goto('/m/loan/list');
}
