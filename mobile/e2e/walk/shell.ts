import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { withOrigin } from '../../native/pages.mjs';
import { ours } from './desk';
import { address } from './person';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const pages = join(root, 'mobile/dist');
/** Capacitor's own bridge; the same file serves iOS. */
const bridgeFile = join(root, 'node_modules/@capacitor/android/capacitor/src/main/assets/native-bridge.js');
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.json': 'application/json' };

/** The plugins that the shells register, in the format in which Capacitor exposes them to the page. */
const headers = [
  { name: 'Host', methods: ['jointLogin', 'getInfo', 'logoutInfo'] },
  { name: 'Lock', methods: ['state', 'change'] },
  { name: 'SharedFiles', methods: ['save'] },
  { name: 'Photos', methods: ['forget', 'unread'] },
  { name: 'Share', methods: ['share'] },
  { name: 'Haptics', methods: ['notification'] },
  { name: 'App', methods: ['exitApp'] },
].map(({ name, methods }) => ({
  name,
  methods: [...methods.map((method) => ({ name: method, rtype: 'promise' })), ...(name === 'App' ? [{ name: 'addListener' }] : [])],
}));

export type Platform = 'android' | 'ios';

/** How a shell behaves: normally, like one of another product line, without any response, or with errors. */
type Mode = 'well' | 'strange' | 'silent' | 'throwing';

interface Call {
  callbackId: string;
  pluginId: string;
  methodName: string;
  options: Record<string, unknown>;
}

/** The native side, like the plugins in Java and Swift. It outlives the web view. */
export class Shell {
  login: { token: string; phone: string } | null = null;
  lock = { available: true, on: false };
  /** The photo that the camera has taken and no page has read. */
  unread: { name?: string; path?: string } = {};
  calls: Call[] = [];
  version = '1.2.3';
  /** Whether the shell sets its cookie. Without it the page recognises the app by its user agent and asks the shell. */
  cookie = true;
  private readonly listeners = new Map<string, string>();

  constructor(
    readonly platform: Platform,
    readonly mode: Mode = 'well',
  ) {}

  /** The shell's information about itself, for its cookie and the getInfo call. */
  get info() {
    return { appVersion: this.version, appName: 'Vay Rõ', packageName: 'example.vayro.app', deviceType: this.platform };
  }

  called(pluginId: string, methodName: string): Call[] {
    return this.calls.filter((call) => call.pluginId === pluginId && call.methodName === methodName);
  }

  answer(call: Call): object | null {
    this.calls.push(call);
    const { pluginId, methodName, options } = call;
    if (methodName === 'addListener') this.listeners.set(String(options.eventName), call.callbackId);
    if (this.mode === 'silent' || methodName === 'addListener') return null;
    if (pluginId === 'Host' && (options.tag !== 'vn' || this.mode === 'strange')) return { success: false, error: { message: 'wrong tag' } };
    return { success: true, data: this.act(`${pluginId}.${methodName}`, options) };
  }

  private act(action: string, options: Record<string, unknown>): object {
    switch (action) {
      case 'Host.jointLogin':
        if (options.token) this.login = { token: String(options.token), phone: String(options.phone ?? '') };
        return this.login ?? {};
      case 'Host.getInfo':
        return this.info;
      case 'Host.logoutInfo':
        this.login = null;
        this.lock.on = false;
        return {};
      case 'Lock.change':
        this.lock.on = this.lock.available && options.on === true;
        return this.lock;
      case 'Lock.state':
        return this.lock;
      case 'Photos.unread':
        return this.unread;
      case 'SharedFiles.save':
        return { uri: `file:///shared/${String(options.name)}` };
      default:
        return {};
    }
  }

  /** Sends an event of the phone to the page's listeners. */
  async emit(page: Page, eventName: string, data: object): Promise<void> {
    const message = { save: true, success: true, callbackId: this.listeners.get(eventName), pluginId: 'App', methodName: 'addListener', data };
    await page.evaluate(receive(this.platform), message);
  }
}

/** Delivers a message of the native side to the page. */
function receive(platform: Platform) {
  return platform === 'android'
    ? (message: object) => (window as unknown as { androidBridge: { onmessage: (event: object) => void } }).androidBridge.onmessage({ data: JSON.stringify(message) })
    : (message: object) => (window as unknown as { Capacitor: { fromNative: (message: object) => void } }).Capacitor.fromNative(message);
}

/** The scripts that the shells inject before the page's own scripts, in order. */
function before(shell: Shell): string {
  const dead = (test: string) => (shell.mode === 'throwing' ? `if (${test}) throw new Error('dead');` : '');
  const post =
    shell.platform === 'android'
      ? `window.androidBridge = { postMessage: (text) => { ${dead('text.includes(\'"Host"\')')}
           nativeSide(text).then((answer) => answer && androidBridge.onmessage({ data: JSON.stringify(answer) })); } };`
      : `window.webkit = { messageHandlers: { bridge: { postMessage: (call) => { ${dead("call.pluginId === 'Host'")}
           nativeSide(JSON.stringify(call)).then((answer) => answer && Capacitor.fromNative(answer)); } } } };`;
  const info = shell.cookie ? encodeURIComponent(JSON.stringify(shell.info)) : '';
  return `${post}
    ${shell.platform === 'ios' ? nativeCookies(info) : shell.cookie ? `document.cookie = 'appBaseInfo=${info}; Path=/; Max-Age=31536000; Secure; SameSite=Lax';` : ''}
    window.Capacitor = { DEBUG: false, isLoggingEnabled: false, Plugins: {} };
    window.WEBVIEW_SERVER_URL = 'https://localhost';`;
}

/**
 * On iOS the bridge reads cookies through \`prompt\`, which the shell answers synchronously. This mock keeps them in
 * the name of the window.
 */
const nativeCookies = (info: string) => `
  if (!window.name.startsWith('{')) window.name = JSON.stringify(${info ? `{ appBaseInfo: '${info}' }` : '{}'});
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

/** A start of the app: the web view is empty, and the shell's data is kept. */
export interface Start {
  page: Page;
  context: BrowserContext;
  /** The headers of the calls to the server, by path. */
  sent: Map<string, Record<string, string>>;
}

interface Options {
  path?: string;
  /** Runs before the page is opened, for example to add routes. */
  prepare?: (page: Page) => Promise<void>;
  /** The stack behind the app. */
  server?: string;
}

/** Starts the app on a phone with this shell: its packed pages at the shell's origin, and the real server. */
export async function startApp(browser: Browser, shell: Shell, { path = '/', prepare, server = ours }: Options = {}): Promise<Start> {
  const system = { android: 'Linux; Android 13; SM-A135F', ios: 'iPhone; CPU iPhone OS 15_8 like Mac OS X' }[shell.platform];
  const context = await browser.newContext({ userAgent: `Mozilla/5.0 (${system}) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile LoanMarketApp` });
  const page = await context.newPage();
  const sent: Start['sent'] = new Map();
  page.on('request', (request) => {
    if (request.url().startsWith(`${server}/app/`)) sent.set(new URL(request.url()).pathname, request.headers());
  });
  await context.route('https://localhost/**', (route) => {
    const { pathname } = new URL(route.request().url());
    const file = join(pages, pathname);
    if (extname(pathname) && existsSync(file)) return route.fulfill({ contentType: types[extname(file)] ?? 'application/octet-stream', body: readFileSync(file) });
    return route.fulfill({ contentType: 'text/html', body: withOrigin(readFileSync(join(pages, 'index.html'), 'utf8'), server) });
  });
  await page.exposeBinding('nativeSide', (_source, text: string) => {
    const call = JSON.parse(text) as Call;
    const answer = shell.answer(call);
    return answer && { ...answer, callbackId: call.callbackId, pluginId: call.pluginId, methodName: call.methodName, save: false };
  });
  await page.addInitScript(before(shell));
  await page.addInitScript({ path: bridgeFile });
  await page.addInitScript(`window.Capacitor.PluginHeaders = ${JSON.stringify(headers)};`);
  await page.setExtraHTTPHeaders({ 'X-Forwarded-For': address() });
  await prepare?.(page);
  await page.goto(`https://localhost${path}`);
  return { page, context, sent };
}
