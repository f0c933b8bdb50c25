import { test as base, type Page } from '@playwright/test';

export { expect } from '@playwright/test';

/** Console errors that do not fail a test. */
const HARMLESS = [/Failed to load resource/];

interface Fixtures {
  /** The errors that the page reported. A test with errors fails. */
  complaints: string[];
}

/** A test whose page must not throw or log an error. */
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

/** The page in front. The pages behind it stay mounted but hidden. */
export function front(page: Page) {
  return page.locator('.ion-page:not(.ion-page-hidden):not(.ion-page-invisible)').last();
}
