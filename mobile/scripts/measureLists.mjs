// `npm run measure:lists -w mobile -- <address of a running stack>`: creates a borrower with 10,000 orders, payments,
// notices, requests and products in the stack's database, scrolls through the lists with a processor four times slower,
// opens a row and returns. It prints the periods in which the page did not respond to input.
import { spawnSync } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { codeOn, pictureOn } from './desk.mjs';
import { launch, slowPhone } from './phone.mjs';

const base = process.argv[2] ?? 'http://127.0.0.1:8080';
const root = fileURLToPath(new URL('../..', import.meta.url));
/** The duration from which a task counts as long, and the maximum duration, in milliseconds. */
const LONG = 50;
const LIMIT = 200;
/** How many times more rows are loaded. */
const PAGES = 6;
const lists = [
  { path: '/m/order/list', more: 'Xem thêm khoản vay' },
  { path: '/m/loan/list', more: 'Xem thêm gói vay' },
  { path: '/m/repay/record', more: 'Xem thêm' },
  { path: '/m/customer/inbox', more: 'Xem tin cũ hơn' },
  { path: '/m/customer/tickets', more: 'Xem thêm yêu cầu' },
];
/** The page in front. The pages behind it stay mounted but hidden. */
const front = (page) => page.locator('.ion-page:not(.ion-page-invisible):not(.ion-page-hidden)').last();

async function call(path, body) {
  const headers = { 'Content-Type': 'application/json', 'Accept-Language': 'vi', 'X-Device-Id': device };
  const { success, msg, data } = await (await fetch(`${base}/app/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  if (!success) throw new Error(`${path}: ${msg}`);
  return data;
}

const device = `measure-${randomUUID()}`;
const phoneNum = `0901${randomInt(1e6).toString().padStart(6, '0')}`;

async function logIn() {
  // Only the first code from an IP address is sent without a picture code.
  await fetch(`${base}/app/getValidateCode?mobile=${phoneNum}&timestamp=${Date.now()}`, { headers: { 'X-Device-Id': device } });
  await call('member/sendSmsCode', { phoneNum, type: 200, code: (await pictureOn(base, phoneNum)) ?? '' });
  const consents = ['terms', 'privacy', 'data_processing'].map((kind) => ({ kind, version: '1.0', granted: true }));
  return (await call('member/smsLogin', { phoneNum, smsCode: await codeOn(base, phoneNum), type: 200, consents })).token;
}

function fill() {
  const [command, ...words] = process.env.LOANMARKET_BINARY ? [process.env.LOANMARKET_BINARY] : ['go', 'run', './api/cmd/loanmarket'];
  console.log('filling the database, which takes some minutes');
  const { status } = spawnSync(command, [...words, 'seed', '--crowd', phoneNum], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('the database could not be filled');
}

/** Navigates inside the app, like a link. */
const go = (page, path) => page.evaluate((to) => {
  history.pushState(null, '', to);
  dispatchEvent(new PopStateEvent('popstate', { state: null }));
}, path);

/**
 * Runs a step, waits until the page is idle, and returns its long tasks. Only the CPU time of the page's thread counts,
 * because other programs may take time from it.
 */
async function step(page, name, run) {
  const browser = page.context().browser();
  await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', '__metadata'] });
  await run();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve, 800), { timeout: 5_000 })));
  const { traceEvents } = JSON.parse(await browser.stopTracing());
  const threads = new Set(traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`));
  return traceEvents
    .filter((event) => event.name === 'RunTask' && threads.has(`${event.pid} ${event.tid}`) && event.tdur > LONG * 1000)
    .map(({ tdur }) => ({ name, duration: tdur / 1000 }));
}

async function read(page, { path, more }) {
  const rows = front(page).locator('main button');
  const button = rows.filter({ hasText: more }).last();
  const found = await step(page, 'opened', async () => {
    await go(page, path);
    await button.waitFor({ timeout: 60_000 });
  });
  for (let pages = 1; pages <= PAGES; pages += 1) {
    const before = await rows.count();
    found.push(...await step(page, `page ${pages + 1}`, async () => {
      await button.scrollIntoViewIfNeeded();
      await button.tap();
      await rows.nth(before).waitFor({ state: 'attached', timeout: 60_000 });
      await page.mouse.wheel(0, 100_000);
    }));
  }
  const listed = await rows.count();
  // Scrolls past every row, because the browser only estimates the height of rows that were never visible.
  for (let at = 0; at < listed; at += 8) await rows.nth(at).scrollIntoViewIfNeeded();
  const row = rows.nth(listed - 2);
  await row.scrollIntoViewIfNeeded();
  const { y } = await row.boundingBox();
  found.push(...await step(page, 'a row opened', async () => {
    await row.tap();
    await page.waitForURL((url) => url.pathname !== path);
    await front(page).locator('main').waitFor();
  }));
  let calls = 0;
  const count = (request) => (calls += request.url().includes('/app/') ? 1 : 0);
  page.on('request', count);
  found.push(...await step(page, 'back', async () => {
    await page.goBack();
    await button.waitFor();
  }));
  page.off('request', count);
  return { found, listed, calls, moved: Math.round((await row.boundingBox()).y - y) };
}

const token = await logIn();
fill();
const browser = await launch();
let missed = false;
try {
  const { page } = await slowPhone(browser, { line: null });
  await page.addInitScript(([token, phone]) => {
    for (const [name, value] of [['token', token], ['phone', phone], ['language', 'vi']]) localStorage.setItem(`lm:${name}`, JSON.stringify({ value }));
  }, [token, phoneNum]);
  console.log(`4x processor; tasks above ${LONG} ms, none may be above ${LIMIT} ms`);
  for (const list of lists) {
    await page.goto(`${base}/m/home`);
    await front(page).locator('main button').first().waitFor({ timeout: 60_000 });
    const { found, listed, calls, moved } = await read(page, list);
    const longest = found.reduce((most, task) => (task.duration > most.duration ? task : most), { duration: 0, name: '' });
    const late = longest.duration > LIMIT;
    missed ||= late;
    console.log(`${list.path.padEnd(20)} ${String(listed).padStart(4)} rows ${String(found.length).padStart(4)} tasks   longest ${longest.duration.toFixed(0).padStart(4)} ms${longest.name && ` (${longest.name})`}   coming back: ${calls} calls, moved by ${moved} px${late ? '   MISSED' : ''}`);
  }
} finally {
  await browser.close();
}
process.exitCode = missed ? 1 : 0;
