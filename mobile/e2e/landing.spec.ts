import { expect, front, test } from './fixtures';
import { look, messagesOn, smsCode } from './walk/desk';
import { enterPhone, getCode, imageAnswer, imageDialog, openLanding, logInAtLanding, openChannel, smsDialog, typeCode } from './walk/landing';
import { address, somebody } from './walk/person';
import { picture } from './walk/screen';

/** A mock of a third-party script that records all calls in the page. */
const FBEVENTS = 'window.heard = window.fbq.queue.map((one) => Array.from(one)); window.fbq.callMethod = (...one) => window.heard.push(one);';

// spec: 2.m-land-phone, 2.m-land-download, 2.m-land-stats, 2.m-land-steps, 1.landing-claims, 4.land-flow, 4.land-after
// spec: 5.phone-typing, 5.phone-message, 1.other-claims, 9.landing, 5.landing-vi
test('a newcomer enters a number on the landing page, and is logged in and greeted at home', async ({ page }) => {
  await openLanding(page);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('15.000.000');
  for (const fact of ['91–180 ngày', 'tối đa 24%', 'APR tối đa 36%', '98,9%', 'Trên 80%', 'Gửi đơn vay trong ứng dụng', 'Số 1 phố Thử Nghiệm, Hà Nội', 'tổng phải trả 21.497.945']) {
    await expect(page.getByText(fact).first()).toBeVisible();
  }
  await expect(page.locator('ol.steps li h3')).toHaveText(['Nhập số điện thoại', 'Cài ứng dụng', 'Gửi đơn vay trong ứng dụng']);
  await expect(page.locator('ul.claims li')).toHaveText([/^98,9% .+tính đến 30\stháng\s9,\s2026\.$/, /^Trên 80% .+tính đến 30\stháng\s9,\s2026\.$/, /^20 .+tính đến 30\stháng\s9,\s2026\.$/]);
  await expect(page.getByRole('link', { name: 'Cài ứng dụng web' }), 'the demonstration has no app in a store').toHaveAttribute('href', '/m/favorite');
  await expect(page.locator('#details, #example')).toHaveCount(0);
  await picture(page, 'landing-20005');

  await getCode(page).click();
  await expect(page.getByText('Nhập đúng số điện thoại di động')).toBeVisible();
  await page.getByLabel('Số điện thoại của bạn').fill('＋๘๔ ٩٥ 123 45 67');
  await expect(page.getByLabel('Số điện thoại của bạn')).toHaveValue('0951234567');
  await getCode(page).click();
  await expect(page.getByText('Nhập đúng số điện thoại di động'), 'the prefix 95 is not valid in the landing check').toBeVisible();
  const { phone } = somebody();
  await page.getByLabel('Số điện thoại của bạn').fill(phone);
  await getCode(page).click();
  await expect(page.getByText('Đánh dấu vào ô này nếu bạn đồng ý')).toBeVisible();
  await logInAtLanding(page, phone);
  await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe('/m/home?isNewMember=1');
  await expect(front(page).getByText('Chào bạn.')).toBeVisible();

  // Back on the landing page there is no form, not even before its script has loaded.
  const scripts = (url: URL) => url.pathname.endsWith('.js');
  await page.route(scripts, (route) => route.abort());
  await page.goto('/m/land');
  await expect(page.getByText('Bạn đã đăng nhập trên máy này.')).toBeVisible();
  await expect(page.getByLabel('Số điện thoại của bạn')).toBeHidden();
  await page.unroute(scripts);
  await page.goto('/m/land');
  await expect(page.getByText('Bạn đã đăng nhập trên máy này.')).toBeVisible();
  await page.getByRole('link', { name: 'Vào khoản vay của tôi' }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/m/home');
});

// spec: 2.m-land-20003, 4.image-opens, 4.image-refresh, 4.image-reset, 4.land-flow-image, 5.image-code-correct
// spec: 5.image-code
test('the other variant shows details and example, and after a wrong code from an address the next number needs the image code', async ({ page }) => {
  const from = address();
  await openLanding(page, '?product=20003', from);
  await expect(page.locator('#details dl')).toContainText('2.000.000');
  await expect(page.locator('#example dl')).toContainText('30,04%');
  await picture(page, 'landing-20003');
  const before = somebody();
  await enterPhone(page, before.phone);
  const right = await smsCode(before.phone, () => getCode(page).click());
  await expect(smsDialog(page)).toBeVisible();
  await typeCode(page, right === '0000' ? '1111' : '0000');
  await expect(smsDialog(page).getByRole('alert')).not.toBeEmpty();

  const { phone } = somebody();
  await openLanding(page, '?product=20003', from);
  await enterPhone(page, phone);
  await getCode(page).click();
  await expect(imageDialog(page)).toBeVisible();
  const input = imageDialog(page).getByLabel('4 ký tự trong hình');
  const confirm = imageDialog(page).getByRole('button', { name: 'Xác nhận' });
  await expect(confirm).toBeDisabled();
  await picture(page, 'landing-image');
  const first = await imageAnswer(phone);
  await imageDialog(page).getByRole('button', { name: /Hình có 4 ký tự/ }).click();
  const second = await imageAnswer(phone, first);

  await input.fill(second === 'AAAA' ? 'BBBB' : 'AAAA');
  await confirm.click();
  await expect(imageDialog(page).getByRole('alert')).not.toBeEmpty();
  await expect(input, 'a wrong answer clears the field').toHaveValue('');
  const third = await imageAnswer(phone, second);
  await input.fill(third);
  await expect(confirm, 'the button is disabled for a second').toBeEnabled();
  const code = await smsCode(phone, () => confirm.click());
  await expect(imageDialog(page)).toBeHidden();
  await typeCode(page, code);
  await expect.poll(() => new URL(page.url()).pathname).toBe('/m/home');
});

// spec: 4.sms-dialog-opens, 4.sms-dialog-reset, 4.sms-countdown, 5.sms-boxes
test('the SMS dialog counts down, accepts only digits, keeps the code if the network fails, and opens again', async ({ page, context }) => {
  const { phone } = somebody();
  await openLanding(page);
  await enterPhone(page, phone);
  const code = await smsCode(phone, () => getCode(page).dblclick());
  const boxes = smsDialog(page).getByLabel('Mã 4 số');
  await expect(boxes).toBeFocused();
  await expect(boxes).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(smsDialog(page).getByRole('button', { name: /^Gửi lại sau 1(1\d|20)\sgiây$/ })).toBeDisabled();
  await expect(smsDialog(page).getByRole('button', { name: 'Tiếp tục' })).toBeDisabled();
  // Includes a Thai digit, as from a Thai keyboard.
  await boxes.fill(`a${code[0]} ${String.fromCharCode(0x0e50 + Number(code[1]))}`);
  await expect(boxes).toHaveValue(code.slice(0, 2));
  await page.keyboard.press('Backspace');
  await expect(boxes).toHaveValue(code.slice(0, 1));
  expect(await messagesOn(phone), 'a double tap sends one SMS').toHaveLength(1);

  await boxes.fill(code === '0000' ? '1111' : '0000');
  await expect(smsDialog(page).getByRole('alert')).not.toBeEmpty();
  await expect(boxes).toHaveValue('');

  await context.setOffline(true);
  await boxes.fill(code);
  await expect(smsDialog(page).getByRole('alert')).toContainText('F0000');
  await expect(boxes, 'the input is kept').toHaveValue(code);
  await context.setOffline(false);

  await smsDialog(page).getByRole('button', { name: 'Đóng' }).click();
  await expect(smsDialog(page)).toBeHidden();
  await getCode(page).click();
  // The number is still waiting for its resend. The dialog opens anyway and says so.
  await expect(smsDialog(page).or(imageDialog(page))).toBeVisible();
});

test('a busy button keeps its accessible name', async ({ page }) => {
  let answer = () => undefined as void;
  await page.route('**/app/member/checkPhone', async (route) => {
    await new Promise<void>((resolve) => (answer = resolve));
    await route.abort();
  });
  const { phone } = somebody();
  await openLanding(page);
  await enterPhone(page, phone);
  const started = page.waitForRequest('**/app/member/checkPhone');
  await getCode(page).click();
  await started;
  await expect(page.locator('#go[aria-busy="true"]')).toHaveAccessibleName('Nhận mã để bắt đầu');
  answer();

  await page.goto('/m/login');
  const getCodeInApp = front(page).locator('button[type=submit]');
  await front(page).getByLabel('Số điện thoại').fill(phone);
  // The app starts the check when the box is ticked, and the press waits for its result.
  const again = page.waitForRequest('**/app/member/checkPhone');
  await front(page).getByText('Tôi đã đọc và đồng ý với').click({ position: { x: 10, y: 10 } });
  await again;
  await getCodeInApp.click();
  await expect(getCodeInApp).toHaveAttribute('aria-busy', 'true');
  await expect(getCodeInApp).toHaveAccessibleName('Nhận mã');
  answer();
});

test('back closes the dialog and keeps the number, and back from home returns to the landing page', async ({ page }) => {
  await page.goto('/m/terms');
  await openLanding(page);
  const { phone } = somebody();
  await enterPhone(page, phone);
  await smsCode(phone, () => getCode(page).click());
  await expect(smsDialog(page)).toBeVisible();
  await page.goBack();
  await expect(smsDialog(page)).toBeHidden();
  await expect(page.getByLabel('Số điện thoại của bạn')).toHaveValue(phone);
  // After it was closed by its button, back has no entry to go over, and the page keeps its scroll position.
  await getCode(page).click();
  await expect(smsDialog(page).or(imageDialog(page))).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Đóng' }).click();
  await page.evaluate(() => scrollTo(0, 300));
  expect(await page.evaluate(() => scrollY)).toBe(300);
  await page.goBack();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/m/terms');
  await page.goForward();
  await expect(getCode(page)).toBeVisible();

  await openLanding(page);
  await logInAtLanding(page, somebody().phone);
  await expect.poll(() => new URL(page.url()).pathname).toBe('/m/home');
  await page.goBack();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/m/land');
  await expect(page.getByText('Bạn đã đăng nhập trên máy này.')).toBeVisible();
});

// spec: 1.pixels, 4.land-event
test('a pixel loads only with the visitor’s consent, and receives the registration of a new member', async ({ page }) => {
  openChannel('walk-fb');
  let asked = 0;
  await page.route('https://connect.facebook.net/**', (route) => {
    asked += 1;
    return route.fulfill({ contentType: 'text/javascript', body: FBEVENTS });
  });
  await openLanding(page, '?channel=walk-fb&fbclid=abc');
  const bar = page.getByRole('region', { name: 'Cookie và quảng cáo' });
  await expect(bar).toBeVisible();
  await picture(page, 'landing-ads');
  await bar.getByRole('button', { name: 'Không' }).click();
  await expect(bar).toBeHidden();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Quảng cáo: không cho phép. Đổi ý' })).toBeVisible();
  expect(asked, 'nothing is loaded without consent').toBe(0);

  await page.getByRole('button', { name: 'Quảng cáo: không cho phép. Đổi ý' }).click();
  await expect.poll(() => page.evaluate('window.heard')).toContainEqual(['init', '4242']);
  expect(asked).toBe(1);
  const { phone } = somebody();
  await page.evaluate(() => {
    const page = window as unknown as { heard: unknown[][]; fbq: { callMethod: (...one: unknown[]) => void } };
    page.fbq.callMethod = (...one) => sessionStorage.setItem('heard', JSON.stringify(one));
  });
  await logInAtLanding(page, phone);
  await expect.poll(() => new URL(page.url()).pathname).toBe('/m/home');
  const heard = JSON.parse(await page.evaluate(() => sessionStorage.getItem('heard') ?? '[]')) as [string, string, object, { eventID: string }];
  expect(heard.slice(0, 2)).toEqual(['track', 'CompleteRegistration']);
  await expect.poll(async () => (await look()).conversions.map(({ eventId }) => eventId), 'the server reports the same event').toContain(heard[3].eventID);

  const inApp = await page.evaluate(() => document.querySelectorAll('script[src*="facebook"]').length);
  expect(inApp, 'no pixel in the app').toBe(0);
});

// spec: 7.data-record
test('a press on a page that is being closed is still recorded', async ({ page }) => {
  const before = (await look()).tracks[0]?.at ?? '';
  await openLanding(page);
  await getCode(page).click();
  await page.goto('about:blank');
  const recorded = async () => (await look()).tracks.filter(({ at }) => at > before).map(({ pageId, buttonId }) => `${pageId} ${buttonId}`);
  await expect.poll(recorded).toContain('/m/land getCode');
  expect(await recorded()).toContain('/m/land ');
});

// spec: 1.chat, 4.logout-clears
test('the chat identifies a borrower after login, and is reset with the session', async ({ page }) => {
  let loaded = 0;
  await page.route('https://chat.example/packs/js/sdk.js', (route) => {
    loaded += 1;
    return route.fulfill({
      contentType: 'text/javascript',
      body: `window.calls = [];
        const note = (name) => (...args) => window.calls.push([name, ...args]);
        window.chatwootSDK = { run: (options) => {
          window.calls.push(['run', options]);
          window.$chatwoot = { setUser: note('setUser'), setLocale: note('setLocale'), toggleBubbleVisibility: note('bubble'), reset: note('reset') };
          window.dispatchEvent(new Event('chatwoot:ready'));
        } };`,
    });
  });
  const calls = () => page.evaluate('window.calls') as Promise<unknown[][] | undefined>;
  await page.goto('/m/home');
  await expect(front(page).getByText('98,9%')).toBeVisible();
  await openLanding(page);
  await enterPhone(page, '');
  expect(loaded, 'a visitor gets no chat').toBe(0);
  await page.reload();
  await logInAtLanding(page, somebody().phone);
  await expect.poll(() => new URL(page.url()).pathname).toBe('/m/home');
  await expect.poll(calls).toContainEqual(['run', { websiteToken: 'demo-inbox', baseUrl: 'https://chat.example' }]);
  const named = (await calls())!.find(([name]) => name === 'setUser') as [string, string, { identifier_hash: string; name: string }];
  expect(named[1]).toMatch(/^[0-9a-f-]{36}\.[0-9a-f-]{36}$/);
  expect(named[2].identifier_hash).toMatch(/^[0-9a-f]{64}$/);
  expect(named[2].name, 'without a name Chatwoot refuses the borrower').toBe(named[1]);
  expect((await calls())!.at(-1), 'hidden on home, where the bubble would cover a button').toEqual(['bubble', 'hide']);

  await front(page).getByRole('navigation').getByRole('button').last().click();
  await expect.poll(async () => (await calls())!.at(-1)).toEqual(['bubble', 'show']);
  await front(page).getByRole('button', { name: 'Đăng xuất' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Đăng xuất' }).click();
  await expect.poll(calls).toContainEqual(['reset']);
  expect((await calls())!.filter(([name]) => name === 'bubble').at(-1)).toEqual(['bubble', 'hide']);
});

// spec: 2.m-helpcenter, 2.m-aboutus, 2.m-privacy, 2.m-privacy2, 2.m-terms, 2.m-favorite
// spec: 1.info, 1.other-claims
test('help, about, privacy, terms, cookies and the home screen guide can be read', async ({ page }) => {
  for (const [path, words] of [
    ['/m/helpCenter', 'Hướng dẫn vay và trả'],
    ['/m/aboutus', 'Bên cho vay là ai'],
    ['/m/privacy', 'Phiên bản 1.3'],
    ['/m/terms', 'Phiên bản 1.1'],
    ['/m/favorite', 'Trên Android (Chrome)'],
  ] as const) {
    await page.goto(path);
    await expect(front(page).getByText(words).first()).toBeVisible();
    await picture(page, path.slice(3));
  }
  await page.goto('/m/privacy2');
  await expect(front(page).getByRole('status')).toHaveText('Bạn không cho phép công cụ quảng cáo.');
  await picture(page, 'privacy2');
  await front(page).getByRole('button', { name: 'Cho phép' }).click();
  await expect(front(page).getByRole('status')).toHaveText('Bạn đang cho phép công cụ quảng cáo.');
  await page.goto('/m/home');
  await expect(front(page).getByText('98,9%')).toBeVisible();
});

test('the landing page uses the text size of iOS, as the app does', async ({ page }) => {
  // This browser does not have that font, so its default size stands for the system's.
  await page.addInitScript(() => {
    const supports = CSS.supports.bind(CSS) as (property: string, value: string) => boolean;
    CSS.supports = (property: string, value?: string) => value === '-apple-system-body' || supports(property, value!);
  });
  for (const path of ['/m/land', '/m/home']) {
    await page.goto(path);
    await expect.poll(() => page.evaluate(() => Number(document.documentElement.style.getPropertyValue('--text-scale')))).toBeGreaterThan(0.8);
  }
});
