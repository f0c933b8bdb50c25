import { expect, front, test } from './fixtures';
import { arrive, button } from './walk/screen';
import { logInSomebody } from './walk/session';

test('rows that scroll into view do not shift under the finger', async ({ page }) => {
  await logInSomebody(page);
  await page.goto('/m/home/mine');
  await arrive(page, '/m/home/mine');
  const rows = front(page).getByRole('main').getByRole('button');
  await expect(rows.last()).toBeAttached();
  const heights = () => rows.evaluateAll((all) => all.map((row) => (row as HTMLElement).offsetHeight));
  const before = await heights();
  const last = button(page, /điều khoản/i);
  await last.scrollIntoViewIfNeeded();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await heights()).toEqual(before);
  // A finger rests for a moment.
  await last.click({ delay: 150 });
  await arrive(page, '/m/terms');
});
