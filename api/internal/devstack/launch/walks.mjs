// The walks in a browser: those of `npm test -- --only e2e` on stacks beside each other, those of old phones on one of their own.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { debian } from '../../../../mobile/e2e/browser.mjs';
import { buildApp } from './app.mjs';
import { counted } from './counted.mjs';
import { Sentence, buildBinary, cache, freePort, root, run, service } from './tools.mjs';

/** So many stacks, each with a market and a clock of its own, share the walks: a walk waits more than it computes. */
const stacks = 3;

/** Walks against the clock of the server: a face is filmed and judged in real time. They get the machine for themselves. */
const timed = ['face', 'facePictures'];

/** All walks, or those of the names, on stacks with fresh data; each report of Playwright is handed on. */
export async function walkAll(take, wanted) {
  await browser();
  const [binary] = await Promise.all([buildBinary(), buildApp()]);
  rmSync(join(cache, 'e2e'), { recursive: true, force: true });
  rmSync(join(root, 'mobile', 'test-results'), { recursive: true, force: true });
  const names = readdirSync(join(root, 'mobile', 'e2e')).filter((file) => file.endsWith('.spec.ts')).map((file) => file.replace('.spec.ts', '')).filter((name) => !wanted || wanted.includes(name));
  const total = { passed: 0, failed: 0 };
  const troubles = [];
  const groups = { together: [stacks, names.filter((name) => !timed.includes(name))], timed: [1, names.filter((name) => timed.includes(name))] };
  for (const [group, [most, files]] of Object.entries(groups)) {
    if (!files.length) continue;
    try {
      const { passed, failed } = await onStacks(binary, Math.min(most, files.length), (places) => walk(group, files, places, take));
      total.passed += passed;
      total.failed += failed;
    } catch (error) {
      troubles.push(error.message);
    }
  }
  if (troubles.length) throw new Sentence(troubles.join('\n\n'));
  return total;
}

/** Walks files in one run of Playwright: a worker of it for each stack, which takes one file after the other. */
function walk(group, files, places, take) {
  const results = join(root, 'mobile', 'test-results', group);
  const args = ['run', '--silent', 'e2e', '-w', 'mobile', '--', ...files.map((name) => `/${name}.spec.ts`)];
  const env = { E2E_STACKS: JSON.stringify(places), E2E_RESULTS: results };
  return counted(run(`playwright (${group})`, 'npm', args, { env }), join(results, 'e2e.json'), (report) => {
    take(report);
    for (const title of secondTries(report.suites)) console.log(`Passed only when it was walked again: ${title}`);
    return { passed: report.stats.expected + report.stats.flaky, failed: report.stats.unexpected };
  });
}

/** What failed first and then passed. Only CI walks again: a person who runs the walks wants to know of it at once. */
const secondTries = (suites) => suites.flatMap(({ specs = [], suites: inner = [] }) => [
  ...specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(({ file, title }) => `${file} ${title}`),
  ...secondTries(inner),
]);

/** Strangers' scripts that the walks meet: a stand-in answers for each in the browser, and the policy has to name them. */
const strangers = {
  CSP_PIXELS: 'https://connect.facebook.net https://www.facebook.com https://analytics.tiktok.com https://www.googletagmanager.com',
  CHAT_URL: 'https://chat.example', CHAT_KEY: 'the key of the walks',
};

/** Starts a stack with fresh data: `where` are the variables that tell where it is. */
async function startStack(binary, name) {
  const data = join(cache, 'e2e', name);
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { recursive: true });
  const port = await freePort();
  // The walks are many people on one machine: each says by X-Forwarded-For which address the borrower comes from.
  const env = { PORT: String(port), LOANMARKET_DATA: data, LOANMARKET_LAUNCHER: '1', TRUSTED_PROXIES: '127.0.0.1', ...strangers };
  const stack = await service('loanmarket dev', binary, ['dev'], env, /Ctrl-C stops everything/);
  const where = { E2E_BASE_URL: `http://127.0.0.1:${port}`, LOANMARKET_DATA: data, LOANMARKET_BINARY: binary };
  try {
    await everythingCame(where.E2E_BASE_URL);
    return { where, stop: stack.stop };
  } catch (error) {
    await stack.stop();
    throw error;
  }
}

/** Does the work on so many stacks, and stops them; hands it the variables of each. */
async function onStacks(binary, count, work) {
  const begun = await Promise.allSettled(Array.from({ length: count }, (_, i) => startStack(binary, String(i + 1))));
  const started = begun.filter(({ status }) => status === 'fulfilled').map(({ value }) => value);
  try {
    const failed = begun.find(({ status }) => status === 'rejected');
    if (failed) throw failed.reason;
    return await work(started.map(({ where }) => where));
  } finally {
    await Promise.all(started.map(({ stop }) => stop()));
  }
}

/** The main journey in browsers of 2018 and in WebKit; those of 2018 are npm packages, too large for every install. */
export async function oldPhones() {
  await browser();
  const old = join('mobile', 'e2e', 'old');
  await run('npm ci', 'npm', ['ci', '--prefix', old, '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund']);
  await packages('WebKitWebDriver', 'Xvfb', 'ffmpeg');
  const [binary] = await Promise.all([buildBinary(), buildApp()]);
  return onStacks(binary, 1, async ([where]) => {
    const tests = run('node --test', 'node', ['--test', '--test-reporter=tap', join(old, 'old.test.mjs')], { env: where });
    const [output, error] = await tests.then((said) => [said, null], (reason) => [reason.output ?? '', reason]);
    if (!/^# pass \d+/m.test(output)) throw error;
    if (error) console.log(output.trimEnd());
    else for (const [, told] of output.matchAll(/^\s*# (Passed only when .*)$/gm)) console.log(told);
    const count = (what) => Number(new RegExp(`^# ${what} (\\d+)`, 'm').exec(output)[1]);
    const skipped = count('skipped');
    return { passed: count('pass'), failed: count('fail'), note: skipped ? `${skipped} skipped` : '' };
  });
}

/** What WebKit's walk needs of Debian, where it is root's to install; elsewhere that walk is skipped and says what is missing. */
async function packages(...programs) {
  if (programs.every((program) => spawnSync('which', [program]).status === 0)) return;
  if (mayInstall()) await install('webkit2gtk-driver', 'xvfb', 'ffmpeg');
  else console.log('WebKit is not walked: apt-get install webkit2gtk-driver xvfb ffmpeg');
}

/** Whether this is a Debian on which we are root. */
const mayInstall = () => process.getuid?.() === 0 && !spawnSync('apt-get', ['--version']).error;

async function install(...names) {
  await run('apt-get update', 'apt-get', ['update', '-qq']);
  await run('apt-get install', 'apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], { env: { DEBIAN_FRONTEND: 'noninteractive' } });
}

/** Waits for what a stack of a fresh clone builds behind the open app: the walks begin with the whole of it. */
async function everythingCame(url) {
  const waited = async () => (await (await fetch(`${url}/dev/state`)).json()).behind.filter(({ state }) => state !== 'done');
  for (let left = await waited(); left.length; left = await waited()) {
    const [failed] = left.filter(({ state }) => state === 'failed');
    if (failed) throw new Sentence(`${failed.name}: ${failed.error}`);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

/** Makes sure that there is a Chromium: the machine's, Playwright's own, or Debian's. CI walks in the whole one. */
async function browser() {
  const { CHROMIUM_PATH, CI } = process.env;
  if ((CHROMIUM_PATH && existsSync(CHROMIUM_PATH)) || (!CI && existsSync(debian.bare))) return;
  if (existsSync(debian.whole)) {
    // The walks go without, too, only slower.
    if (!CI && mayInstall()) await install('chromium-headless-shell').catch(() => console.log(`The walks take the whole ${debian.whole}: chromium-headless-shell could not be installed.`));
    return;
  }
  try {
    await run('playwright install', 'npx', ['playwright', 'install', 'chromium'], { cwd: join(root, 'mobile') });
    return;
  } catch (error) {
    if (!mayInstall()) {
      throw new Sentence(`There is no Chromium and Playwright could not fetch one. Install Chromium and set CHROMIUM_PATH.\n${error.message}`);
    }
  }
  await install('chromium', ...(CI ? [] : ['chromium-headless-shell']));
}
