import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, front, test } from './fixtures';
import { ours } from './walk/desk';
import { somebody } from './walk/person';
import { button, picture, place } from './walk/screen';
import { Shell, startApp, type Platform } from './walk/shell';
import { startStack, type Stack } from './walk/stack';

// Tests against a server whose operator has raised the minimum app version: a separate stack with its own products.

const platforms: Platform[] = ['android', 'ios'];
const stores = { android: 'https://play.example/vayro', ios: 'https://apple.example/vayro' };
const source = fileURLToPath(new URL('../../api/internal/base/appproduct/data/vi', import.meta.url));

let products: string;
let strict: Stack;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  products = mkdtempSync(join(process.env.LOANMARKET_DATA ?? tmpdir(), 'products-'));
  for (const name of readdirSync(source)) {
    const wanted = [
      ['minAppVersion: ""', 'minAppVersion: 1.3.0'], ['recommendedAppVersion: ""', 'recommendedAppVersion: 1.4.0'],
      ['androidDownloadUrl: ""', `androidDownloadUrl: ${stores.android}`], ['iosDownloadUrl: ""', `iosDownloadUrl: ${stores.ios}`],
    ] as const;
    const text = wanted.reduce((text, [empty, set]) => text.replace(empty, set), readFileSync(join(source, name), 'utf8'));
    writeFileSync(join(products, name), text);
  }
  strict = await startStack('vi', { PRODUCTS_DIR: products });
});

test.afterAll(async () => {
  await strict?.stop();
  rmSync(products, { recursive: true, force: true });
});

/** A phone with this version of the app. */
function phone(platform: Platform, version: string): Shell {
  const shell = new Shell(platform);
  shell.version = version;
  return shell;
}

/** Checks that the update button opens the store. */
async function leadsToStore(page: Page, platform: Platform): Promise<void> {
  const context = page.context();
  await context.route(stores[platform], (route) => route.fulfill({ contentType: 'text/html', body: 'the store' }));
  const store = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Cập nhật ứng dụng' }).click();
  await expect.poll(async () => (await store).url()).toBe(stores[platform]);
}

for (const platform of platforms) {
  test.describe(`in the ${platform} app`, () => {
    test('an app below the minimum version shows only the update page', async ({ browser }) => {
      const { page, context } = await startApp(browser, phone(platform, '1.2.3'), { server: strict.url });
      await expect(page.getByRole('heading', { name: 'Cần cập nhật ứng dụng' })).toBeVisible();
      await expect(page.getByRole('navigation')).toHaveCount(0);
      await picture(page, `update-needed-${platform}`);
      await leadsToStore(page, platform);
      await context.close();
    });

    test('an app of the minimum version works, and is offered the newer version once', async ({ browser }) => {
      const { page, context } = await startApp(browser, phone(platform, '1.3.0'), { server: strict.url });
      const sheet = page.getByRole('dialog', { name: 'Đã có bản mới' });
      await expect(sheet).toContainText('1.4.0');
      await picture(page, `update-offered-${platform}`);
      await sheet.getByRole('button', { name: 'Để sau' }).click();
      await expect(sheet).toBeHidden();
      await page.reload();
      await expect(front(page).getByRole('navigation')).toBeVisible();
      await expect(sheet).toBeHidden();
      await context.close();
    });

    test('a running app is told to update by its next request after the minimum version was raised', async ({ browser }) => {
      const { page, context } = await startApp(browser, phone(platform, '1.2.3'), { path: '/m/login' });
      await front(page).getByLabel('Số điện thoại').fill(somebody().phone);
      const consent = front(page).getByText('Tôi đã đọc và đồng ý với');
      if (await consent.isVisible()) await consent.click({ position: { x: 10, y: 10 } });
      // From now on the calls go to the server with the higher minimum version.
      const statuses: number[] = [];
      page.on('response', (answer) => statuses.push(answer.status()));
      await page.route(`${ours}/app/**`, (route) => route.continue({ url: route.request().url().replace(ours, strict.url) }));
      // Another call of the page may be answered first, and the form is gone before it is pressed.
      await button(page, 'Nhận mã').click({ timeout: 5_000 }).catch(() => undefined);
      await expect(page.getByRole('heading', { name: 'Cần cập nhật ứng dụng' })).toBeVisible();
      expect(statuses).toContain(426);
      await picture(page, `update-refused-${platform}`);
      await leadsToStore(page, platform);
      await context.close();
    });
  });
}

test('pages on the web, which send no app version, are served as before', async ({ page }) => {
  await page.goto(`${strict.url}/m/home`);
  await expect(button(page, 'Đăng nhập để vay')).toBeVisible();
  expect(place(page)).toBe('/m/home');
});
