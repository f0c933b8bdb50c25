import { test as base, type Page } from '@playwright/test';

export { expect } from '@playwright/test';

/** Errors that a page may log without a walk failing. */
const HARMLESS = [/Failed to load resource/];

interface Fixtures {
  /** What the page complained about; a walk that ends with complaints fails. */
  complaints: string[];
}

/** A test whose page must not throw, and must not log an error. */
export const test = base.extend<Fixtures>({
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error' && !HARMLESS.some((known) => known.test(message.text()))) complaints.push(message.text());
      });
      await use(complaints);
      base.expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

/** The page in front; those behind it stay mounted, hidden. */
export function front(page: Page) {
  return page.locator('.ion-page:not(.ion-page-hidden):not(.ion-page-invisible)').last();
}
