import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, front } from '../fixtures';

/** The line of a receipt on the page in front, by its label. */
export function line(page: Page, label: string): Locator {
  return front(page).locator('dl > div').filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}$`, 'i') }) });
}

/** A button of the page in front. */
export const button = (page: Page, name: string | RegExp) => front(page).getByRole('button', { name });

/** Switches to another tab. */
export const openTab = (page: Page, name: string) => front(page).getByRole('navigation').getByRole('button', { name, exact: true }).click();

/** The path of the current URL. */
export const place = (page: Page) => new URL(page.url()).pathname;

/** The index of the current entry in the tab's history. */
export const depth = (page: Page) => page.evaluate(() => (window as unknown as { navigation: { currentEntry: { index: number } } }).navigation.currentEntry.index);

/**
 * Waits for a page of the app. A string must equal the whole path, because the previous page's path may begin with it.
 */
export async function arrive(page: Page, path: string | RegExp): Promise<void> {
  await expect.poll(() => place(page)).toEqual(typeof path === 'string' ? path : expect.stringMatching(path));
  await expect(front(page).locator('[aria-busy="true"]')).toHaveCount(0);
}

const pictures = process.env.E2E_PICTURES;

/** Stores a screenshot in the folder E2E_PICTURES; without it, does nothing. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await expect(front(page).locator('[aria-busy="true"]')).toHaveCount(0);
  await page.screenshot({ path: join(pictures, `${name}.png`), animations: 'disabled' });
}
