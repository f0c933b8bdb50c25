// The steps of `npm test`. Each resolves to the tests it counted, { passed, failed }, and throws when something is wrong
// that is no test.
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { GoReport } from './goreport.mjs';
import { Sentence, buildBinary, cache, freePort, root, run, service } from './tools.mjs';

const reports = join(cache, 'reports');

/** Generators run again must change nothing. */
export async function generated() {
  const before = contents();
  await run('go generate', 'go', ['generate', './...']);
  await run('npm run generate', 'npm', ['run', '--silent', 'generate', '-w', 'shared-types']);
  const after = contents();
  const stale = [...after].filter(([path, sum]) => before.get(path) !== sum).map(([path]) => path);
  if (stale.length) throw new Sentence(`Generated files were stale; they are fresh now, commit them:\n${stale.join('\n')}`);
}

/** Hashes of all files that git tracks or would track. */
function contents() {
  const list = spawnSync('git', ['-c', 'safe.directory=*', 'ls-files', '-coz', '--exclude-standard', 'api', 'shared-types', 'mobile/src'], { cwd: root, encoding: 'utf8' });
  if (list.status !== 0) throw new Sentence(`git could not list the files of the clone: ${list.error?.message ?? list.stderr}`);
  const paths = list.stdout.split('\0').filter((path) => path && existsSync(join(root, path)));
  return new Map(paths.map((path) => [path, createHash('sha256').update(readFileSync(join(root, path))).digest('hex')]));
}

export async function gofmt() {
  const files = (await run('gofmt', 'gofmt', ['-l', 'api', 'migrations', 'shared-types/embed.go'])).trim();
  if (files) throw new Sentence(`These files are not formatted (gofmt -w):\n${files}`);
}

export async function vet() {
  await run('go vet', 'go', ['vet', './...']);
}

/** The tests of the launcher itself. */
export async function launcher() {
  const output = await run('node --test', 'node', ['--test', '--test-reporter=tap', join('api', 'internal', 'devstack', 'launch', 'goreport.test.mjs')]);
  return { passed: Number(/^# pass (\d+)/m.exec(output)[1]), failed: 0 };
}

export async function goTests() {
  const report = new GoReport();
  try {
    await run('go test', 'go', ['test', '-json', '-count=1', '-timeout=10m', './...'], { onLine: (line) => report.take(line) });
  } catch (error) {
    if (!report.failed) throw error;
  }
  return report;
}

/** Runs a script of a workspace. */
export const script = (name, workspace) => async () => {
  await run(`npm run ${name}`, 'npm', ['run', '--silent', name, '-w', workspace]);
};

export const vitest = (workspace) => async () => {
  const file = join(reports, `${workspace}.json`);
  rmSync(file, { force: true });
  const args = ['test', '--silent', '-w', workspace, '--', '--passWithNoTests', '--reporter=default', '--reporter=json', `--outputFile=${file}`];
  return counted(run('vitest', 'npm', args), file, (report) => ({ passed: report.numPassedTests, failed: report.numFailedTests }));
};

/** Waits for a test runner and reads the counts from its report, whether it was content or not. */
async function counted(running, file, count) {
  const error = await running.then(() => null, (reason) => reason);
  if (!existsSync(file)) throw error ?? new Sentence(`The test runner wrote no report ${file}.`);
  const counts = count(JSON.parse(readFileSync(file, 'utf8')));
  if (error && !counts.failed) throw error;
  if (error) console.log(error.output.trimEnd());
  return counts;
}

/** The walks through the app in a browser, on a stack of their own with fresh data. */
export async function e2e() {
  await browser();
  const binary = await buildBinary();
  const data = join(cache, 'e2e');
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { recursive: true });
  const port = await freePort();
  // The walks are many people on one machine: each says by X-Forwarded-For which address she comes from.
  const env = { PORT: String(port), LOANMARKET_DATA: data, LOANMARKET_LAUNCHER: '1', TRUSTED_PROXIES: '127.0.0.1' };
  const stack = await service('loanmarket dev', binary, ['dev'], env, /Ctrl-C stops everything/);
  try {
    const file = join(root, 'mobile', 'test-results', 'e2e.json');
    rmSync(file, { force: true });
    const base = { E2E_BASE_URL: `http://127.0.0.1:${port}`, LOANMARKET_DATA: data, LOANMARKET_BINARY: binary };
    const walking = run('playwright', 'npm', ['run', '--silent', 'e2e', '-w', 'mobile', '--', '--pass-with-no-tests'], { env: base });
    return await counted(walking, file, ({ stats }) => ({ passed: stats.expected + stats.flaky, failed: stats.unexpected }));
  } finally {
    await stack.stop();
  }
}

/** Makes sure that there is a Chromium: the machine's, Playwright's own, or Debian's. */
async function browser() {
  if ([process.env.CHROMIUM_PATH, '/usr/bin/chromium'].some((path) => path && existsSync(path))) return;
  try {
    await run('playwright install', 'npx', ['playwright', 'install', 'chromium'], { cwd: join(root, 'mobile') });
    return;
  } catch (error) {
    if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).error) {
      throw new Sentence(`There is no Chromium and Playwright could not fetch one. Install Chromium and set CHROMIUM_PATH.\n${error.message}`);
    }
  }
  await run('apt-get update', 'apt-get', ['update', '-qq']);
  await run('apt-get install chromium', 'apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  });
}

const govulncheckVersion = 'v1.1.4';

/** Known vulnerabilities in Go code that is reached. Exit code 3 means found; any other failure, that nobody could be asked. */
export async function govulncheck() {
  try {
    await run('govulncheck', 'go', ['run', `golang.org/x/vuln/cmd/govulncheck@${govulncheckVersion}`, './...']);
  } catch (error) {
    if (/Your code is affected by/.test(error.output ?? '')) throw error;
    return { note: 'the advisory service could not be asked' };
  }
}

/** Known vulnerabilities in the packages of the app that reach a user. */
export async function npmAudit() {
  try {
    await run('npm audit', 'npm', ['audit', '--omit=dev', '--audit-level=high', '--json']);
  } catch (error) {
    if (/"auditReportVersion"/.test(error.output ?? '')) throw error;
    return { note: 'the advisory service could not be asked' };
  }
}
