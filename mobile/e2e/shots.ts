import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, front, test } from './fixtures';
import { borrow } from './walk/borrow';
import { letPass } from './walk/desk';
import { logIn } from './walk/login';
import { vnd } from './walk/money';
import { account, somebody } from './walk/person';
import { arrive, button } from './walk/screen';
import { verify } from './walk/verify';

// Takes the two screenshots for the README: `npm run shots` against a stack with fresh data.

async function keep(page: Page, name: string): Promise<void> {
  const path = fileURLToPath(new URL(`../../.github/pictures/${name}.png`, import.meta.url));
  mkdirSync(dirname(path), { recursive: true });
  await page.screenshot({ path, animations: 'disabled' });
}

test('home and a running loan', async ({ page }) => {
  await page.goto('/');
  await arrive(page, '/m/home');
  await expect(button(page, 'Đăng nhập để vay')).toBeVisible();
  await keep(page, 'home');

  const person = somebody();
  await page.goto('/m/login?redirect=/m/auth');
  await logIn(page, person);
  await verify(page, person, account());
  await page.goto('/m/loan/list');
  await borrow(page, person, 'Vay linh hoạt', 5_000_000, 91);
  await expect(button(page, `Trả ${vnd(5_000_000)}`)).toBeVisible();
  await letPass({ days: 5 });
  await page.reload();
  await expect(front(page).getByText('Nếu bạn trả hết hôm nay')).toBeVisible();
  await keep(page, 'order');
});
