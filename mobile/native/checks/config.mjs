// Checks Capacitor's configuration: the pages are those packed into the app, and only they may use the bridge.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../product.mjs';
import { check, hold, mustNotice } from '../report.mjs';

/** Reads the file as a plain object. */
async function read() {
  const text = readFileSync(join(root, 'capacitor.config.ts'), 'utf8');
  return (await import(`data:text/javascript,${encodeURIComponent(text)}`)).default;
}

function checkConfig({ server, loggingBehavior, android, ios, plugins }) {
  // A URL, hostname, scheme or allowed navigation would let other pages use the bridge, or lose the cookies.
  hold(Object.keys(server).join() === 'errorPath', `server contains ${Object.keys(server)}; only errorPath may be set.`);
  hold(android.webContentsDebuggingEnabled === false && ios.webContentsDebuggingEnabled !== true, 'The pages can be inspected with a debugger.');
  hold(!android.allowMixedContent && !android.captureInput, 'Android loads unencrypted content, or captureInput is on.');
  hold(loggingBehavior === 'debug' || loggingBehavior === 'none', 'A release would log the calls of the bridge.');
  hold(plugins.CapacitorCookies?.enabled === true, 'Without CapacitorCookies, cookies do not work on capacitor://.');
  hold(!plugins.CapacitorHttp?.enabled, 'CapacitorHttp breaks the upload of photos.');
}

check('the configuration allows only our pages to use the bridge', async () => {
  const right = await read();
  checkConfig(right);
  const { android, plugins } = right;
  const mistakes = {
    'server.url': { server: { ...right.server, url: 'http://192.168.1.2:5173' } },
    'server.allowNavigation': { server: { ...right.server, allowNavigation: ['*'] } },
    'server.hostname': { server: { ...right.server, hostname: 'vayro.example' } },
    'server.androidScheme': { server: { ...right.server, androidScheme: 'http' } },
    'pages that can be inspected': { android: { ...android, webContentsDebuggingEnabled: true } },
    'mixed content': { android: { ...android, allowMixedContent: true } },
    'a log in the release': { loggingBehavior: 'production' },
    'no cookies': { plugins: { ...plugins, CapacitorCookies: {} } },
    CapacitorHttp: { plugins: { ...plugins, CapacitorHttp: { enabled: true } } },
  };
  for (const [mistake, change] of Object.entries(mistakes)) await mustNotice(mistake, () => checkConfig({ ...right, ...change }));
});
