// Controls WebKitGTK, the closest equivalent of an iPhone's Safari on Linux, through WebKitWebDriver on a virtual
// screen.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { freePort } from '../../../api/internal/devstack/launch/port.mjs';

const browsers = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/libexec'].flatMap((folder) =>
  ['webkit2gtk-4.1', 'webkit2gtk-4.0', 'webkitgtk-6.0'].map((name) => `${folder}/${name}/MiniBrowser`));

/** Why WebKit cannot run here, or null. */
export function lacking() {
  const missing = ['WebKitWebDriver', 'Xvfb', 'ffmpeg'].filter((program) => spawnSync('which', [program]).status !== 0);
  if (!browsers.some(existsSync)) missing.push('MiniBrowser');
  return missing.length ? `${missing.join(', ')} missing: apt-get install webkit2gtk-driver xvfb ffmpeg` : null;
}

const SCREEN = { width: 447, height: 667 };
const WINDOW_ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** Opens one page with the smallest window width that the browser allows. */
export async function openWebKit() {
  const children = [];
  const close = async () => {
    for (const child of children.reverse()) {
      const ended = new Promise((resolve) => child.on('exit', resolve));
      if (child.exitCode !== null || child.signalCode !== null) continue;
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // The process has ended in the meantime.
      }
      await ended;
    }
  };
  const begin = (command, args, options = {}) => {
    const child = spawn(command, args, { detached: true, stdio: 'ignore', ...options });
    children.push(child);
    return child;
  };
  try {
    const display = await displayOf(begin('Xvfb', ['-displayfd', '3', '-screen', '0', '600x800x24', '-nolisten', 'tcp'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] }));
    const port = await freePort();
    begin('WebKitWebDriver', [`--port=${port}`], {
      env: {
        ...process.env, DISPLAY: display, LANG: 'C.UTF-8', TZ: 'Asia/Ho_Chi_Minh', GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1',
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', WEBKIT_DISABLE_DMABUF_RENDERER: '1', LIBGL_ALWAYS_SOFTWARE: '1',
      },
    });
    return { ...(await session(port, display)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

function displayOf(child) {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
    child.stdio[3].setEncoding('utf8').on('data', (text) => resolve(`:${text.trim()}`));
  });
}

async function session(port, display) {
  const call = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method, ...(body ? { body: JSON.stringify(body) } : {}), signal: AbortSignal.timeout(60_000),
    });
    const { value } = await answer.json();
    if (value?.error) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  };
  for (let wait = 0; ; wait += 1) {
    try {
      await call('GET', '/status');
      break;
    } catch (error) {
      if (wait > 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  const { sessionId } = await call('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary: browsers.find(existsSync), args: ['--automation'] } } },
  });
  const at = `/session/${sessionId}`;
  await call('POST', `${at}/window/rect`, { x: 0, y: 0, width: SCREEN.width, height: SCREEN.height });

  const complaints = [];
  // WebDriver cannot inject scripts before the page's own, so errors are recorded from the first call on.
  const listen = `if (!window.__complaints) { window.__complaints = []; addEventListener('error', function (e) { __complaints.push(e.message); }); addEventListener('unhandledrejection', function (e) { __complaints.push(String(e.reason)); }); }`;
  const execute = (script) => call('POST', `${at}/execute/sync`, { script, args: [] });
  const run = async (expression, first = '') => {
    const { value, said } = await execute(`${listen} ${first}; var value = (${expression}); return { value: value && value.then ? null : value, said: window.__complaints.splice(0) };`);
    complaints.push(...said);
    return value;
  };
  // Alternates the tap position slightly. WebKit treats two presses at the same position within a second as a double
  // click, although each element is scrolled to the middle of the screen before its tap.
  let aside = 2;
  return {
    complaints,
    run,
    open: (url) => call('POST', `${at}/url`, { url }),
    tap: (x, y) => call('POST', `${at}/actions`, {
      actions: [{ type: 'pointer', id: 'finger', parameters: { pointerType: 'mouse' }, actions: [
        { type: 'pointerMove', duration: 0, x: Math.round(x) + (aside = -aside), y: Math.round(y) }, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 },
      ] }],
    }),
    async type(text) {
      const element = await call('GET', `${at}/element/active`);
      await call('POST', `${at}/element/${element[WINDOW_ELEMENT]}/value`, { text });
    },
    async attach(expression, path) {
      const element = await execute(`return ${expression};`);
      await call('POST', `${at}/element/${element[WINDOW_ELEMENT]}/value`, { text: path });
    },
    async picture() {
      // The driver's own screenshot hangs after a page transition.
      const { stdout } = spawnSync('ffmpeg', ['-loglevel', 'error', '-f', 'x11grab', '-video_size', `${SCREEN.width}x${SCREEN.height}`, '-i', display, '-frames:v', '1', '-f', 'image2pipe', '-c:v', 'png', '-'], { maxBuffer: 64 << 20 });
      return stdout;
    },
  };
}
