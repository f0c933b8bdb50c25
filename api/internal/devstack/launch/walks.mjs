// The walks in a browser: those of `npm test -- --only e2e` on several stacks in parallel, and those of old phones on one
// stack.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { debian } from '../../../../mobile/e2e/browser.mjs';
import { buildApp } from './app.mjs';
import { counted } from './counted.mjs';
import { freePort } from './port.mjs';
import { Sentence, buildBinary, cache, root, run, service } from './tools.mjs';

/** How many stacks, each with its own market and clock, share the walks: a walk waits more than it computes. */
const stacks = 3;

/** Walks that depend on real time, because a face is filmed and checked. They run alone on the machine. */
const timed = ['face', 'facePictures'];

/** Runs all walks, or those named, on stacks with fresh data; passes each report of Playwright to take, and each line to onLine. */
export async function walkAll(take, wanted, onLine) {
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
      const { passed, failed } = await onStacks(binary, Math.min(most, files.length), (places) => walk(group, files, places, take, onLine));
      total.passed += passed;
      total.failed += failed;
    } catch (error) {
      troubles.push(error.message);
    }
  }
  if (troubles.length) throw new Sentence(troubles.join('\n\n'));
  return total;
}

/** Runs the files in one run of Playwright, with one worker per stack, which takes one file after the other. */
function walk(group, files, places, take, onLine) {
  const results = join(root, 'mobile', 'test-results', group);
  const args = ['run', '--silent', 'e2e', '-w', 'mobile', '--', ...files.map((name) => `/${name}.spec.ts`)];
  const env = { E2E_STACKS: JSON.stringify(places), E2E_RESULTS: results };
  return counted(run(`playwright (${group})`, 'npm', args, { env, onLine }), join(results, 'e2e.json'), (report) => {
    take(report);
    for (const title of secondTries(report.suites)) console.log(`Passed only when it was walked again: ${title}`);
    return { passed: report.stats.expected + report.stats.flaky, failed: report.stats.unexpected };
  });
}

/** Returns the tests that failed first and then passed. Only CI retries: a developer wants to see a failure at once. */
const secondTries = (suites) => suites.flatMap(({ specs = [], suites: inner = [] }) => [
  ...specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky')).map(({ file, title }) => `${file} ${title}`),
  ...secondTries(inner),
]);

/** Third-party scripts that the walks use: the browser intercepts them, and the content security policy has to list them. */
const strangers = {
  CSP_PIXELS: 'https://connect.facebook.net https://www.facebook.com https://analytics.tiktok.com https://www.googletagmanager.com',
  CHAT_URL: 'https://chat.example', CHAT_KEY: 'the key of the walks',
};

/** Starts a stack with fresh data; `where` contains the variables with its address. */
async function startStack(binary, name) {
  const data = join(cache, 'e2e', name);
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { recursive: true });
  const port = await freePort();
  // The walks simulate many people on one machine: each sets the borrower's address with X-Forwarded-For.
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

/** Runs work on a number of stacks, with the variables of each, and stops them. */
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

/** Runs the main journey in browsers of 2018 and in WebKit. The browsers of 2018 are npm packages, too large for every install. */
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

/**
 * Installs the Debian packages for the WebKit walk, if this process is root; otherwise that walk is skipped and reports what is
 * missing.
 */
async function packages(...programs) {
  if (programs.every((program) => spawnSync('which', [program]).status === 0)) return;
  if (mayInstall()) await install('webkit2gtk-driver', 'xvfb', 'ffmpeg');
  else console.log('WebKit is not walked: apt-get install webkit2gtk-driver xvfb ffmpeg');
}

/** Whether this is a Debian system and this process is root. */
const mayInstall = () => process.getuid?.() === 0 && !spawnSync('apt-get', ['--version']).error;

async function install(...names) {
  await run('apt-get update', 'apt-get', ['update', '-qq']);
  await run('apt-get install', 'apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], { env: { DEBIAN_FRONTEND: 'noninteractive' } });
}

/** Waits for the background steps of the stack of a fresh clone: the walks need the complete stack. */
async function everythingCame(url) {
  const waited = async () => (await (await fetch(`${url}/dev/state`)).json()).behind.filter(({ state }) => state !== 'done');
  for (let left = await waited(); left.length; left = await waited()) {
    const [failed] = left.filter(({ state }) => state === 'failed');
    if (failed) throw new Sentence(`${failed.name}: ${failed.error}`);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

/** Makes sure that there is a Chromium: the machine's, Playwright's, or Debian's. CI uses the full browser. */
async function browser() {
  const { CHROMIUM_PATH, CI } = process.env;
  if ((CHROMIUM_PATH && existsSync(CHROMIUM_PATH)) || (!CI && existsSync(debian.bare))) return;
  if (existsSync(debian.whole)) {
    // The walks also work without it, but slower.
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
