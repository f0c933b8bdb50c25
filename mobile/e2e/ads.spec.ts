import type { Page } from '@playwright/test';
import { expect, front, test } from './fixtures';
import { look } from './walk/desk';
import { openLanding, logInAtLanding, openChannel } from './walk/landing';
import { logIn } from './walk/login';
import { address, somebody } from './walk/person';
import { arrive, button, openTab, picture } from './walk/screen';

/** Mocks of the platforms' scripts: they process the calls queued before they loaded, and record all calls. */
const SCRIPTS = {
  meta: 'window.heard = window.fbq.queue.map((one) => Array.from(one)); window.fbq.callMethod = (...one) => window.heard.push(one);',
  // TikTok's script reads what its base code leaves for the pixel.
  tiktok: 'for (const id in window.ttq._i) if (!window.ttq._i[id]._u || !window.ttq._t[id] || !window.ttq._o[id]) throw new Error("no base code"); window.heard = Array.from(window.ttq); window.ttq.track = (...one) => window.heard.push(["track", ...one]);',
  google: 'window.heard = window.dataLayer.map((one) => Array.from(one)); window.dataLayer.push = (one) => window.heard.push(Array.from(one));',
};
const HOSTS = { meta: 'https://connect.facebook.net/**', tiktok: 'https://analytics.tiktok.com/**', google: 'https://www.googletagmanager.com/**' };
type Platform = keyof typeof SCRIPTS;

/** Serves the mock of a platform. Returns a function that counts the requests to the platform. */
async function mockPlatform(page: Page, platform: Platform): Promise<() => number> {
  let asked = 0;
  await page.route(HOSTS[platform], (route) => {
    asked += 1;
    return route.fulfill({ contentType: 'text/javascript', body: SCRIPTS[platform] });
  });
  return () => asked;
}

const frames = (page: Page) => page.frames().filter((frame) => /\/m\/pixel(\?|$)/.test(frame.url()));
const heard = async (page: Page): Promise<unknown[]> => {
  const [frame] = frames(page);
  return frame ? ((await frame.evaluate('window.heard')) as unknown[] | undefined) ?? [] : [];
};
const question = (page: Page) => front(page).getByRole('region', { name: 'Cookie và quảng cáo' });

// spec: 1.pixels, 9.channel-code-query, 4.land-event
test('home loads the pixel of its channel only with consent, in a sandbox, and not for a known borrower', async ({ page }) => {
  openChannel('walk-home');
  const asked = await mockPlatform(page, 'meta');
  await page.setExtraHTTPHeaders({ 'X-Forwarded-For': address() });
  await page.goto('/m/home?channel=walk-home&fbclid=abc');
  await expect(question(page)).toBeVisible();
  await question(page).scrollIntoViewIfNeeded();
  await picture(page, 'home-ads');
  expect(asked(), 'nothing is loaded before the visitor answers').toBe(0);
  await question(page).getByRole('button', { name: 'Cho phép' }).click();
  await expect(question(page)).toBeHidden();
  await expect.poll(() => heard(page)).toContainEqual(['track', 'PageView']);
  await expect.poll(() => heard(page)).toContainEqual(['init', '4242']);
  expect(asked()).toBe(1);
  const [frame] = frames(page);
  expect(new URL(frame!.url()).searchParams.get('fbclid'), 'the click ID of the visit is passed on').toBe('abc');
  const reach = await frame!.evaluate(() => {
    const open = (look: () => unknown) => {
      try {
        look();
        return true;
      } catch {
        return false;
      }
    };
    return [self.origin, open(() => parent.document.body), open(() => localStorage.length), open(() => document.cookie)];
  });
  expect(reach, 'the platform’s script can read neither the app nor its storage').toEqual(['null', false, false, false]);
  expect(await page.evaluate(() => document.querySelectorAll('script[src*="facebook"]').length)).toBe(0);

  await page.goto('/m/login');
  expect(frames(page), 'no pixel on the page where the code is typed').toHaveLength(0);
  await logIn(page, somebody());
  await arrive(page, '/m/home');
  await expect.poll(async () => (await heard(page)).find((one) => (one as string[])[1] === 'CompleteRegistration')).toBeTruthy();
  const told = (await heard(page)).find((one) => (one as string[])[1] === 'CompleteRegistration') as [string, string, object, { eventID: string }];
  await expect.poll(async () => (await look()).conversions.map(({ eventId }) => eventId), 'the server reports the same event').toContain(told[3].eventID);

  await openTab(page, 'Của tôi');
  await expect.poll(() => frames(page).length, 'the pixel is removed once the borrower is logged in').toBe(0);
  await page.goto('/m/auth');
  await expect(front(page).getByText('Thông tin cá nhân').first()).toBeVisible();
  expect(frames(page)).toHaveLength(0);
  await page.goto('/m/home');
  await expect.poll(() => heard(page)).toContainEqual(['track', 'PageView']);
  expect((await heard(page)).filter((one) => (one as string[])[1] === 'CompleteRegistration'), 'the registration is reported once').toHaveLength(0);
  await page.goto('/m/privacy2');
  await button(page, 'Không cho phép nữa').click();
  await expect(front(page).getByRole('status')).toHaveText('Bạn không cho phép công cụ quảng cáo.');
  await page.goto('/m/home');
  await expect(front(page).getByText('Chào').or(front(page).locator('h1, h2').first()).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(frames(page), 'the withdrawn consent applies at once').toHaveLength(0);
});

for (const [platform, id, first] of [
  ['tiktok', 'CABC123', ['page']],
  ['google', 'AW-123/label', ['config', 'AW-123']],
] as const) {
  // spec: 1.pixels
  test(`home loads only the pixel of ${platform} for its channel`, async ({ page }) => {
    openChannel(`walk-${platform}`, platform, id);
    const [own, other] = [await mockPlatform(page, platform), await mockPlatform(page, 'meta')];
    await page.setExtraHTTPHeaders({ 'X-Forwarded-For': address() });
    await page.goto(`/m/home?cc=walk-${platform}`);
    await question(page).getByRole('button', { name: 'Cho phép' }).click();
    await expect.poll(() => heard(page)).toContainEqual(first);
    expect([own(), other()]).toEqual([1, 0]);
  });
}

test('a visitor who declines is not asked again, and nothing is loaded', async ({ page }) => {
  openChannel('walk-no');
  const asked = await mockPlatform(page, 'meta');
  await page.setExtraHTTPHeaders({ 'X-Forwarded-For': address() });
  await page.goto('/m/home?channel=walk-no');
  await question(page).getByRole('button', { name: 'Không' }).click();
  await expect(question(page)).toBeHidden();
  await page.reload();
  await expect(front(page).getByText('98,9%')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(question(page)).toHaveCount(0);
  expect([asked(), frames(page).length]).toEqual([0, 0]);
});

test('a borrower who accepted only terms and privacy is asked for the other consent at the first form, and keeps the input', async ({ page }) => {
  // Sends the consents that a page of an earlier build would send.
  await page.route('**/app/member/smsLogin', (route) => {
    const said = route.request().postDataJSON() as { consents: { kind: string }[] };
    return route.continue({ postData: { ...said, consents: said.consents.filter(({ kind }) => kind !== 'data_processing') } });
  });
  await openLanding(page, '?product=20003');
  await logInAtLanding(page, somebody().phone);
  await arrive(page, '/m/home');
  expect(await page.evaluate(async () => ((await (await fetch('/app/config/product', { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } })).json()) as { data: { productId: string } }).data.productId), 'requests after the landing page are for its product').toBe('20003');

  await page.goto('/m/auth/personal');
  const nickname = front(page).getByLabel('Chúng tôi gọi bạn là gì?');
  await nickname.fill('Lan');
  await nickname.blur();
  const sheet = page.getByRole('dialog', { name: 'Bạn có đồng ý không?' });
  await expect(sheet).toBeVisible();
  await expect(sheet.getByRole('heading', { name: 'Xử lý dữ liệu để xét khoản vay' })).toBeVisible();
  await expect(sheet.getByRole('heading', { name: 'Điều khoản sử dụng' }), 'already accepted on the landing page').toHaveCount(0);
  await picture(page, 'agreement');
  await sheet.getByRole('button', { name: 'Tôi đồng ý' }).click();
  await expect(sheet).toBeHidden();
  await expect(nickname, 'the input is kept').toHaveValue('Lan');
  await page.goto('/m/account/consents');
  await expect(front(page).getByRole('button', { name: /^Rút lại: Xử lý dữ liệu/ })).toBeVisible();
  await page.goto('/m/auth/personal');
  await expect(front(page).getByLabel('Chúng tôi gọi bạn là gì?'), 'the input is saved').toHaveValue('Lan');
});
