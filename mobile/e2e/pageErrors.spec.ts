import type { Page } from '@playwright/test';
import { expect, front, test } from './fixtures';

/** Makes the page throw, and returns what it reports and the status of the response. */
async function fail(page: Page, message: string): Promise<{ told: unknown; status: number }> {
  const told = page.waitForResponse((answer) => answer.url().endsWith('/app/submit/pageError'));
  await page.evaluate((message) => void setTimeout(() => { throw new TypeError(message); }), message);
  const answer = await told;
  return { told: answer.request().postDataJSON(), status: answer.status() };
}

test('page errors are reported to our own API, without personal data', async ({ page, complaints }) => {
  let asked = 0;
  page.on('request', (request) => (asked += /\/assets\/report-/.test(request.url()) ? 1 : 0));
  await page.goto('/m/home');
  await expect(front(page).getByRole('navigation')).toBeVisible();
  expect(asked, 'the reporter is loaded after the first failure').toBe(0);
  expect(await fail(page, 'no loan of 0912345678')).toMatchObject({ status: 200, told: { surface: 'app', kind: 'error', page: '/m/home', name: 'TypeError', message: 'no loan of #' } });
  expect(asked).toBe(1);

  await page.goto('/m/land');
  await expect(page.locator('#form')).toBeVisible();
  expect(await fail(page, 'no sheet')).toMatchObject({ status: 200, told: { surface: 'landing', kind: 'error', page: '/m/land', message: 'no sheet' } });
  expect(complaints.splice(0)).toEqual(['no loan of 0912345678', 'no sheet']);
});
