import { expect, front, test } from './fixtures';
import { logIn } from './walk/login';
import { somebody } from './walk/person';
import { QuickBorrower } from './walk/quick';
import { somebodyOf } from './walk/regionPerson';
import { button, openTab, picture, place } from './walk/screen';
import { Shell, startApp, type Platform } from './walk/shell';
import { photo, photograph } from './walk/verify';

const platforms: Platform[] = ['android', 'ios'];

for (const platform of platforms) {
  test.describe(`in the ${platform} app`, () => {
    // spec: 4.session-login-joint
    // spec: 7.bridge-joint-login
    // spec: 7.bridge-logout-info
    // spec: 1.app-cookie
    test('a login is passed to the shell and survives a cold start, and a logout clears both sides', async ({ browser }) => {
      const shell = new Shell(platform);
      const lan = somebody();
      const first = await startApp(browser, shell, { path: '/m/login' });
      await logIn(first.page, lan);
      await expect.poll(() => place(first.page)).toBe('/m/home');
      await expect.poll(() => shell.login).not.toBeNull();
      const { token } = shell.login!;
      expect(shell.login!.phone).toBe(lan.phone);
      expect(shell.calls.filter(({ pluginId }) => pluginId === 'Host').every(({ options }) => options.tag === 'vn')).toBe(true);
      await first.context.close();

      // The web view's storage is empty, but the shell has kept its data.
      const second = await startApp(browser, shell);
      await expect.poll(() => second.sent.get('/app/member/query')?.token).toBe(token);
      const call = second.sent.get('/app/member/query')!;
      expect(call).toMatchObject({ 'x-app-version': '1.2.3', 'x-app-package': 'example.vayro.app', 'x-app-platform': platform, origin: 'https://localhost' });
      await openTab(second.page, 'Của tôi');
      await button(second.page, 'Đăng xuất').click();
      await second.page.getByRole('alertdialog').getByRole('button', { name: 'Đăng xuất' }).click();
      await expect.poll(() => shell.login).toBeNull();
      expect(shell.called('Host', 'logoutInfo').length).toBeGreaterThan(0);
      await second.context.close();

      const third = await startApp(browser, shell, { path: '/m/home/mine' });
      await expect(button(third.page, 'Đăng nhập')).toBeVisible();
      await third.context.close();
    });

    test('a logged-in page gives a shell that lost its login the login back', async ({ browser }) => {
      const shell = new Shell(platform);
      const { page, context } = await startApp(browser, shell, { path: '/m/login' });
      await logIn(page, somebody());
      await expect.poll(() => shell.login).not.toBeNull();
      const kept = shell.login;
      shell.login = null;
      await page.reload();
      await expect.poll(() => shell.login).toEqual(kept);
      await context.close();
    });

    // spec: 7.bridge-get-info
    // spec: 1.user-agent
    test('without the cookie the page detects the app by its user agent and requests its data', async ({ browser }) => {
      const shell = new Shell(platform);
      shell.cookie = false;
      const { page, context, sent } = await startApp(browser, shell, { path: '/m/login' });
      await expect(front(page).getByLabel('Số điện thoại')).toBeVisible();
      expect(shell.called('Host', 'getInfo').map(({ options }) => options)).toEqual([{ tag: 'vn' }]);
      await logIn(page, somebody());
      await expect.poll(() => sent.get('/app/member/smsLogin')).toMatchObject({ 'x-app-version': '1.2.3', 'x-app-platform': platform });
      await context.close();
    });

    for (const mode of ['strange', 'silent', 'throwing'] as const) {
      test(`a shell that is ${mode} does not prevent the pages from opening`, async ({ browser }) => {
        const shell = new Shell(platform, mode);
        shell.login = { token: 'nobody-may-have-this', phone: '0912345678' };
        const { page, context, sent } = await startApp(browser, shell, { path: '/m/login' });
        await expect(front(page).getByLabel('Số điện thoại')).toBeVisible();
        expect([...sent.values()].map(({ token }) => token)).not.toContain('nobody-may-have-this');
        if (mode === 'throwing') {
          await logIn(page, somebody());
          await expect.poll(() => place(page)).toBe('/m/home');
        }
        await context.close();
      });
    }

    // spec: 2.header-back
    test('there is no back button and no version reload, and the back key goes back, then exits', async ({ browser }) => {
      const shell = new Shell(platform);
      const asked: string[] = [];
      const { page, context } = await startApp(browser, shell, {
        prepare: async (fresh) => void fresh.on('request', (request) => asked.push(request.url())),
      });
      await expect.poll(() => place(page)).toBe('/m/home');
      await openTab(page, 'Của tôi');
      await button(page, /điều khoản/i).click();
      await expect.poll(() => place(page)).toBe('/m/terms');
      await expect(front(page).getByRole('heading', { name: 'Điều khoản sử dụng' }).first()).toBeVisible();
      await expect(front(page).getByRole('button', { name: 'Quay lại' })).toHaveCount(0);
      await shell.emit(page, 'backButton', { canGoBack: true });
      await expect.poll(() => place(page)).toBe('/m/home/mine');
      await shell.emit(page, 'backButton', { canGoBack: true });
      await expect.poll(() => place(page)).toBe('/m/home');
      await shell.emit(page, 'backButton', { canGoBack: false });
      await expect.poll(() => shell.called('App', 'exitApp').length).toBe(1);
      // The app requested no version file and no pixels, only the packed pages and the server.
      expect(asked.filter((url) => url.includes('version.json'))).toEqual([]);
      const own = ['https://localhost', new URL(process.env.E2E_BASE_URL!).origin];
      expect(asked.filter((url) => !own.includes(new URL(url).origin) && !/^(data|blob):/.test(url))).toEqual([]);
      await context.close();
    });

    test('a link into the app waits for the session, and one to a protected page for login', async ({ browser }) => {
      const shell = new Shell(platform);
      const { page, context } = await startApp(browser, shell, {
        // The phone opens the app with a link before the page knows who is logged in.
        prepare: async (fresh) => {
          await fresh.route('**/app/config/product', async (route) => {
            await shell.emit(fresh, 'appUrlOpen', { url: 'https://vayro.example/m/terms' });
            await route.continue();
          });
        },
      });
      await expect.poll(() => place(page)).toBe('/m/terms');
      await shell.emit(page, 'appUrlOpen', { url: 'https://vayro.example/m/order/list?tab=all' });
      await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe('/m/login?redirect=%2Fm%2Forder%2Flist%3Ftab%3Dall');
      await logIn(page, somebody());
      await expect.poll(() => place(page)).toBe('/m/order/list');
      await shell.emit(page, 'appUrlOpen', { url: 'https://evil.example/steal' });
      await shell.emit(page, 'appUrlOpen', { url: 'javascript:alert(1)' });
      expect(place(page)).toBe('/m/order/list');
      await context.close();
    });

    test('the app lock is switched on the page mine, after the phone’s own confirmation', async ({ browser }) => {
      const shell = new Shell(platform);
      const { page, context } = await startApp(browser, shell, { path: '/m/login?redirect=%2Fm%2Fhome%2Fmine' });
      await logIn(page, somebody());
      const lock = front(page).getByRole('switch', { name: 'Khóa ứng dụng' });
      await expect(lock).not.toBeChecked();
      await lock.click();
      await expect(lock).toBeChecked();
      await expect.poll(() => shell.called('Haptics', 'notification').length).toBe(1);
      expect(shell.lock.on).toBe(true);
      await lock.scrollIntoViewIfNeeded();
      await picture(page, `app-lock-${platform}`);
      // The user failed the phone's own screen lock, so nothing changes.
      const change = shell.lock;
      Object.defineProperty(shell, 'lock', { get: () => change, set: () => undefined });
      Object.defineProperty(change, 'on', { get: () => true, set: () => undefined });
      await lock.click();
      await expect(page.getByText('Chưa xác nhận được, cài đặt không đổi.')).toBeVisible();
      await expect(lock).toBeChecked();
      await context.close();
    });
  });
}

for (const platform of platforms) {
  // spec: 2.camera-help
  // spec: 5.camera-permission
  test(`the camera is requested only when it is used, and a refusal is explained, in the ${platform} app`, async ({ browser }) => {
    const { page, context } = await startApp(browser, new Shell(platform), { path: '/m/cameraHelp' });
    const asked: unknown[] = [];
    await page.exposeFunction('askedFor', (wanted: unknown) => void asked.push(wanted));
    // The user refuses the camera first, and then allows it in the phone's settings.
    await page.evaluate(() => {
      const devices = navigator.mediaDevices;
      let refused = false;
      devices.getUserMedia = (wanted) => {
        (window as unknown as { askedFor: (wanted: unknown) => void }).askedFor(wanted);
        if (!refused) {
          refused = true;
          return Promise.reject(new DOMException('no', 'NotAllowedError'));
        }
        const canvas = document.createElement('canvas');
        canvas.getContext('2d')!.fillRect(0, 0, 10, 10);
        return Promise.resolve(canvas.captureStream());
      };
    });
    await expect(button(page, 'Thử máy ảnh')).toBeVisible();
    expect(asked).toEqual([]);
    await picture(page, `camera-help-${platform}`);
    await button(page, 'Thử máy ảnh').click();
    await expect(front(page).getByText('Máy ảnh đang bị chặn.')).toBeVisible();
    await expect(front(page).getByText(platform === 'ios' ? 'Bật Camera.' : 'Chọn Quyền, rồi chọn Máy ảnh.')).toBeVisible();
    await picture(page, `camera-refused-${platform}`);
    await button(page, 'Thử lại').click();
    await expect(front(page).getByText('Máy ảnh hoạt động tốt.')).toBeVisible();
    await expect.poll(() => front(page).locator('video').evaluate((video: HTMLVideoElement) => video.playsInline && video.srcObject !== null)).toBe(true);
    expect(asked).toEqual(Array(2).fill({ video: { facingMode: 'user', width: { ideal: 640 } }, audio: false }));
    await button(page, 'Tắt máy ảnh').click();
    await expect(front(page).locator('video')).toHaveCount(0);
    await context.close();
  });
}

test('a photo taken in the app is uploaded, and a payment code is passed to the share sheet', async ({ browser }) => {
  const lan = new QuickBorrower(process.env.E2E_BASE_URL!, somebodyOf('vi'));
  await lan.logIn();
  const shell = new Shell('android');
  shell.login = { token: lan.token, phone: lan.person.phone };
  const { page, context } = await startApp(browser, shell, { path: '/m/auth/identity' });
  await photograph(page, 'Mặt trước', 'front');
  await expect(front(page).getByText('Ảnh đã được tải lên')).toBeVisible();
  // The camera's original is deleted as soon as the page has read it.
  expect(shell.called('Photos', 'forget').map(({ options }) => options)).toEqual([{ name: 'front.jpg' }]);
  await context.close();

  const card = await lan.verify();
  const open = (await lan.products()).groups.filter(({ group }) => group === 2 || group === 3).flatMap(({ products }) => products)[0]!;
  const order = await lan.apply(open.loanId, open.minAmount, open.termsDays[0]!, card);
  await lan.until(order, 4);
  await lan.confirm(order);
  const { intentId } = await lan.payBy('paycode', order, 100_000);
  const paying = await startApp(browser, shell, { path: `/m/repay/paycode?intentId=${intentId}` });
  await button(paying.page, 'Chia sẻ mã').click();
  await expect.poll(() => shell.called('Share', 'share').map(({ options }) => options.files)).toEqual([[expect.stringMatching(/^file:\/\/\/shared\/.+\.png$/)]]);
  const [saved] = shell.called('SharedFiles', 'save');
  expect(Buffer.from(String(saved!.options.data), 'base64').subarray(1, 4).toString()).toBe('PNG');
  await button(paying.page, 'Lưu ảnh mã').click();
  await expect.poll(() => shell.called('Share', 'share').length).toBe(2);
  await paying.context.close();
});

test('a photo for which Android ended the app is in its field again', async ({ browser }) => {
  const lan = new QuickBorrower(process.env.E2E_BASE_URL!, somebodyOf('vi'));
  await lan.logIn();
  const shell = new Shell('android');
  shell.login = { token: lan.token, phone: lan.person.phone };
  const { page, context } = await startApp(browser, shell, { path: '/m/auth/identity' });
  const name = () => front(page).getByLabel('Họ và tên trên giấy tờ');
  await name().fill(lan.person.name);
  const camera = page.waitForEvent('filechooser');
  await front(page).getByLabel('Mặt trước', { exact: true }).last().click();
  await camera;

  // The new web view has the address and the local storage of the former one, but not the storage of its tab.
  shell.unread = { name: 'front.jpg', path: '/data/cache/photos/front.jpg' };
  await page.route(`https://localhost/_capacitor_file_${shell.unread.path!}`, (route) => route.fulfill({ contentType: 'image/jpeg', path: photo('front') }));
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('about:blank');
  await page.goto('https://localhost/m/auth/identity');
  await expect(front(page).getByText('Ảnh đã được tải lên')).toBeVisible();
  await expect(name()).toHaveValue(lan.person.name);
  expect(shell.called('Photos', 'unread')).toHaveLength(1);
  expect(shell.called('Photos', 'forget').map(({ options }) => options)).toEqual([{ name: 'front.jpg' }]);
  await context.close();
});

// spec: 7.bridge-outside
test('outside the app no shell is called, requests name no app, and pages have their back button', async ({ page }) => {
  const named: string[] = [];
  page.on('request', (request) => {
    if (Object.keys(request.headers()).some((header) => header.startsWith('x-app-'))) named.push(request.url());
  });
  await page.addInitScript(() => {
    const asked: string[] = [];
    Object.assign(window, { asked, Capacitor: { isPluginAvailable: () => false, nativePromise: (plugin: string) => (asked.push(plugin), Promise.resolve({ token: 'x' })) } });
  });
  await page.goto('/m/terms');
  await expect(front(page).getByRole('button', { name: 'Quay lại' })).toBeVisible();
  await page.goto('/m/home/mine');
  await expect(button(page, 'Đăng nhập')).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { asked: string[] }).asked)).toEqual([]);
  expect(named).toEqual([]);
});
