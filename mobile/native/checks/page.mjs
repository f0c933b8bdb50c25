// The pages on the real bridge: Capacitor's own native-bridge.js in Chromium, a small native side behind it.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { extname, join } from 'node:path';
import { chromium } from '@playwright/test';
import { readProduct, root } from '../product.mjs';
import { check, hold } from '../report.mjs';
import { run } from '../run.mjs';

const pages = join(root, '.cache/native-pages');
const server = 'https://vayro.example';
const bridgeFile = join(root, 'node_modules/@capacitor/android/capacitor/src/main/assets/native-bridge.js');
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.json': 'application/json' };
const headers = JSON.stringify([
  { name: 'Host', methods: ['jointLogin', 'getInfo', 'logoutInfo'].map((name) => ({ name, rtype: 'promise' })) },
  { name: 'App', methods: [{ name: 'addListener' }, { name: 'exitApp', rtype: 'promise' }] },
]);

let built = false;
function build() {
  if (built) return;
  rmSync(pages, { recursive: true, force: true });
  run('npm', ['run', '--silent', 'build', '-w', 'mobile', '--', '--outDir', pages, '--emptyOutDir'], { env: { VITE_API_ORIGIN: server } });
  built = true;
}

/** The native side, as HostPlugin.java and HostPlugin.swift have it; `mode` makes it fail. */
class Shell {
  login = null;
  calls = [];
  mode = 'well';

  answer({ pluginId, methodName, options }) {
    this.calls.push({ pluginId, methodName, options });
    if (this.mode === 'silent') return null;
    if (pluginId !== 'Host') return { success: true, data: {} };
    if (options.tag !== 'vn' || this.mode === 'strange') return { success: false, error: { message: 'wrong tag' } };
    if (methodName === 'logoutInfo') this.login = null;
    if (methodName === 'jointLogin' && options.token) this.login = { token: options.token, phone: options.phone ?? '' };
    return { success: true, data: methodName === 'jointLogin' ? this.login ?? {} : {} };
  }

  called(method) {
    return this.calls.filter(({ methodName }) => methodName === method);
  }
}

const product = readProduct('20005', {});
const config = JSON.stringify({ success: true, msg: '', errorCode: 0, data: null });

/** On iOS the bridge asks for cookies by `prompt`, which the shell answers at once; the name of the window keeps them. */
const nativeCookies = `
  if (!window.name) window.name = JSON.stringify({ appBaseInfo: 'x' });
  window.prompt = (text) => {
    const { type, action } = JSON.parse(text);
    const jar = JSON.parse(window.name);
    if (type === 'CapacitorCookies.isEnabled') return 'true';
    if (type === 'CapacitorCookies.get') return Object.entries(jar).map((pair) => pair.join('=')).join('; ');
    if (type === 'CapacitorCookies.set') {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(action);
      if (/Max-Age=0/.test(action)) delete jar[name];
      else jar[name] = value;
      window.name = JSON.stringify(jar);
    }
    return '';
  };`;

/** Opens the app as on a phone: a fresh context is a cold start with nothing left in the web view. */
async function open(browser, platform, shell, { path = '/m/helpCenter', camera = false } = {}) {
  const agent = { android: 'Android 13; SM-A135F', ios: 'iPhone; CPU iPhone OS 15_8 like Mac OS X', web: 'Android 13; SM-A135F' }[platform];
  const context = await browser.newContext({
    viewport: { width: 375, height: 667 }, hasTouch: true,
    userAgent: `Mozilla/5.0 (${agent}) AppleWebKit/605.1.15 Mobile${platform === 'web' ? '' : ' LoanMarketApp'}`,
    permissions: camera ? ['camera'] : [],
  });
  const page = await context.newPage();
  const tokens = [];
  await context.route('**/*', async (route) => {
    const request = route.request();
    const url = new URL(request.url());
    if (url.pathname.startsWith('/app/')) {
      tokens.push(request.headers().token ?? '');
      const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
      return route.fulfill({ status: request.method() === 'OPTIONS' ? 204 : 503, headers: cors, contentType: 'application/json', body: config });
    }
    const file = join(pages, url.pathname);
    const found = extname(url.pathname) && existsSync(file) ? file : join(pages, 'index.html');
    return route.fulfill({ contentType: types[extname(found)] ?? 'application/octet-stream', body: readFileSync(found) });
  });
  if (platform !== 'web') {
    await page.exposeBinding('nativeSide', (_source, text) => {
      const call = typeof text === 'string' ? JSON.parse(text) : text;
      const answer = shell.answer(call);
      return answer && { ...answer, callbackId: call.callbackId, pluginId: call.pluginId, methodName: call.methodName, save: false };
    });
    const receive = platform === 'android'
      ? `window.androidBridge = { postMessage: (text) => { if (${shell.mode === 'throwing'} && text.includes('"Host"')) throw new Error('dead');
           nativeSide(text).then((a) => a && androidBridge.onmessage({ data: JSON.stringify(a) })); } };`
      : `window.webkit = { messageHandlers: { bridge: { postMessage: (call) => { if (${shell.mode === 'throwing'} && call.pluginId === 'Host') throw new Error('dead');
           nativeSide(JSON.stringify(call)).then((a) => a && Capacitor.fromNative(a)); } } } };`;
    await page.addInitScript(`${receive}
      ${platform === 'ios' ? nativeCookies : "document.cookie = 'appBaseInfo=x; Path=/; Max-Age=60';"}
      window.Capacitor = { DEBUG: false, isLoggingEnabled: false, Plugins: {} };
      window.WEBVIEW_SERVER_URL = 'https://localhost';`);
    await page.addInitScript({ path: bridgeFile });
    await page.addInitScript(`window.Capacitor.PluginHeaders = ${headers};`);
  }
  await page.goto(`https://localhost${path}`);
  const token = () => page.evaluate(() => JSON.stringify(localStorage));
  return { context, page, token, tokens };
}

async function withBrowser(work) {
  build();
  const executablePath = [process.env.CHROMIUM_PATH, '/usr/bin/chromium'].find((path) => path && existsSync(path));
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'] });
  try {
    await work(browser);
  } finally {
    await browser.close();
  }
}

/** Waits until the page holds the token, or the time is over. */
const holdsToken = (page, token) =>
  page.waitForFunction((wanted) => JSON.stringify(localStorage).includes(wanted), token, { timeout: 8000 }).then(() => true, () => false);

for (const platform of ['android', 'ios']) {
  check(`${product.name} on the bridge of ${platform}: joint log-in, cold start, dead shells, camera`, () => withBrowser(async (browser) => {
    const shell = new Shell();
    shell.login = { token: 'kept-token', phone: '0912345678' };
    const first = await open(browser, platform, shell);
    hold(await holdsToken(first.page, 'kept-token'), 'The page did not take the log-in of the shell.');
    hold(shell.called('jointLogin').every(({ options }) => options.tag === 'vn'), 'The page calls without the tag.');
    const back = await first.page.locator('header button').count();
    hold(back === 0, 'The back button shows inside the app.');
    await first.context.close();

    // The page has a log-in that the shell lost: it is handed over.
    const second = await open(browser, platform, shell);
    await holdsToken(second.page, 'kept-token');
    shell.login = null;
    await second.page.reload();
    for (let i = 0; i < 80 && !shell.login; i++) await second.page.waitForTimeout(100);
    hold(shell.login?.token === 'kept-token' && shell.login.phone === '0912345678', 'The page did not hand its log-in to the shell.');
    await second.context.close();

    for (const mode of ['strange', 'silent', 'throwing']) {
      const dead = new Shell();
      dead.mode = mode;
      dead.login = { token: 'kept-token', phone: '' };
      const { page, context } = await open(browser, platform, dead);
      await page.waitForFunction(() => (document.getElementById('root')?.textContent ?? '').trim().length > 5, null, { timeout: 10_000 })
        .catch(() => { throw new Error(`With a shell that is ${mode} the page does not come up.`); });
      hold(!(await page.evaluate(() => JSON.stringify(localStorage))).includes('kept-token'), `The page took a log-in from a shell that is ${mode}.`);
      await context.close();
    }

    const seen = await open(browser, platform, new Shell(), { camera: true });
    const kinds = await seen.page.evaluate(async () => {
      const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'user' }, audio: false });
      return stream.getTracks().map((track) => track.kind).join();
    });
    hold(kinds === 'video', `The camera gave ${kinds}.`);
  }));
}

check('outside the app no shell is asked', () => withBrowser(async (browser) => {
  const shell = new Shell();
  const { page } = await open(browser, 'web', shell);
  await page.waitForFunction(() => (document.getElementById('root')?.textContent ?? '').trim().length > 5, null, { timeout: 10_000 });
  hold(shell.calls.length === 0, 'A shell was called outside the app.');
}));
