// The steps of `npm test`. Each resolves to its test counts, { passed, failed }, and throws on an error that is not a failed
// test.
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { check as tableIsCurrent } from '../../../../shared-types/spec/table.mjs';
import { scan } from '../../../../shared-types/spec/scan.mjs';
import { buildApp } from './app.mjs';
import { counted } from './counted.mjs';
import { GoReport } from './goreport.mjs';
import { Outcomes } from './proofs.mjs';
import { tookGo, tookPlaywright, tookVitest } from './slowest.mjs';
import { Sentence, cache, goEnv, root, run } from './tools.mjs';
import { walkAll } from './walks.mjs';

const reports = join(cache, 'reports');
const outcomes = new Outcomes();

/** Runs the walks through the app in a browser, or only those named. */
export const e2e = (names) => () => walkAll((report) => {
  outcomes.takePlaywright(report, 'mobile/e2e');
  tookPlaywright(report);
}, names);

/** Checks that running the generators changes no file. */
export async function generated() {
  const before = contents();
  const times = new Map([...before.keys()].map((path) => [path, statSync(join(root, path))]));
  await run('go generate', 'go', ['generate', './...'], { env: goEnv });
  await run('npm run generate', 'npm', ['run', '--silent', 'generate', '-w', 'shared-types']);
  const after = contents();
  // An unchanged file keeps its modification time, so that nothing is rebuilt because of it.
  for (const [path, { atime, mtime }] of times) if (after.get(path) === before.get(path)) utimesSync(join(root, path), atime, mtime);
  const stale = [...after].filter(([path, sum]) => before.get(path) !== sum).map(([path]) => path);
  if (stale.length) throw new Sentence(`Generated files were stale and have been regenerated, commit them:\n${stale.join('\n')}`);
}

/** Returns the hashes of all files that git tracks or would track. */
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

export const vet = (packages = ['./...']) => async () => {
  await run('go vet', 'go', ['vet', ...packages], { env: goEnv });
};

/** Finds what `go vet` does not: calls without effect, unreachable code, names against Go's conventions. */
export const staticcheck = async () => {
  await run('staticcheck', 'go', ['tool', 'staticcheck', './...'], { env: goEnv });
};

/** The folders of the scripts behind the npm commands. */
const scripts = ['launch', 'mutation'].map((name) => join(root, 'api', 'internal', 'devstack', name));

/** Runs the tests of these scripts. */
export async function launcher() {
  const tests = scripts.flatMap((folder) => readdirSync(folder).filter((name) => name.endsWith('.test.mjs')).map((name) => join(folder, name)));
  const output = await run('node --test', 'node', ['--test', '--test-reporter=tap', ...tests]);
  return { passed: Number(/^# pass (\d+)/m.exec(output)[1]), failed: 0 };
}

/** Tests that fill a table with a million rows to check query plans run only in CI. */
const size = process.env.CI ? [] : ['-short'];

/** Debug information is not linked into the eighty test binaries; `go vet` is its own step. */
const quick = ['-vet=off', '-ldflags=-s -w'];

const processors = availableParallelism();

/**
 * How many packages are tested at once, and how many tests of each if only some packages are tested: the tests wait for
 * databases and for connections that hang, which would leave a processor idle.
 */
const atOnce = (some) => [`-p=${processors + 1}`, ...(some ? [`-parallel=${2 * processors}`] : [])];

/** Runs the tests of all packages or of some, except those named in skipped. */
export const goTests = (packages, skipped = []) => async () => {
  const report = new GoReport();
  try {
    await run('go test', 'go', ['test', '-json', '-count=1', '-timeout=25m', ...quick, ...size, ...atOnce(packages), ...(skipped.length ? [`-skip=^(${skipped.join('|')})$`] : []), ...(packages ?? ['./...'])], { env: goEnv, onLine: (line) => report.take(line) });
  } catch (error) {
    if (!report.failed) throw error;
  }
  outcomes.takeGo(report.ended);
  report.seconds.forEach(([key, seconds]) => tookGo(...key.split(' '), seconds));
  return report;
};

/** Runs a script of a workspace. */
export const script = (name, workspace) => async () => {
  await run(`npm run ${name}`, 'npm', ['run', '--silent', name, '-w', workspace]);
};

/** Builds the app as a stack serves it; the walks use the same build. */
export const appBuild = () => buildApp();

/** Lints files of the app. */
export const lint = (files) => async () => {
  const paths = (pattern) => files.filter((file) => pattern.test(file) && existsSync(join(root, file))).map((file) => file.replace(/^mobile\//, ''));
  const [code, styles] = [paths(/^mobile\/.*\.(m?[jt]s|tsx)$/), paths(/^mobile\/src\/.*\.css$/)];
  const cwd = join(root, 'mobile');
  if (code.length) await run('eslint', 'npx', ['eslint', '--no-warn-ignored', ...code], { cwd });
  // A dependency is between two files, so all files are checked.
  if (code.some((path) => path.startsWith('src/'))) await run('depcruise', 'npx', ['depcruise', 'src'], { cwd });
  if (styles.length) await run('stylelint', 'npx', ['stylelint', ...styles], { cwd });
};

/** Runs the tests of a workspace; if files are given, only those that depend on them. */
export const vitest = (workspace, files) => async () => {
  const file = join(reports, `${workspace}.json`);
  rmSync(file, { force: true });
  const related = files ? ['related', '--run', ...files.map((path) => join(root, path))] : ['run'];
  const args = ['vitest', ...related, '--passWithNoTests', '--reporter=default', '--reporter=json', `--outputFile=${file}`];
  return counted(run('vitest', 'npx', args, { cwd: join(root, workspace) }), file, (report) => {
    outcomes.takeVitest(report, root, workspace);
    tookVitest(report, workspace);
    return { passed: report.numPassedTests, failed: report.numFailedTests };
  });
};

/** Runs the checks of the Android and iOS projects, which need neither an Android SDK nor Xcode. */
export async function native() {
  let report = null;
  const lines = [];
  const take = (line) => {
    lines.push(line);
    const [, passed, failed, skipped] = /^(\d+) passed, (\d+) failed(?:, (\d+) not checked here)?$/.exec(line) ?? [];
    if (passed) report = { passed: Number(passed), failed: Number(failed), note: skipped ? `${skipped} not checked here` : '' };
  };
  const error = await run('npm run native', 'npm', ['run', '--silent', 'native', '-w', 'mobile'], { onLine: take }).then(() => null, (reason) => reason);
  outcomes.takeChecks(lines.join('\n'), 'mobile/native/checks');
  if (!report || (error && !report.failed)) throw error ?? new Sentence('The checks of the shells wrote no count.');
  if (error) console.log(error.output.trimEnd());
  return report;
}

/** Checks that the table of the specification is up to date, and that every test it names has passed if its runner ran. */
export function proofs() {
  tableIsCurrent();
  const missing = outcomes.missing(scan(root));
  if (!missing.length) return;
  // If a whole runner failed the list is long, and the cause is further up in the output.
  const shown = missing.length > 20 ? [...missing.slice(0, 20), `and ${missing.length - 20} more`] : missing;
  throw new Sentence(`The specification's table names tests that did not run or did not pass:\n${shown.join('\n')}`);
}

const govulncheckVersion = 'v1.1.4';

/**
 * Finds known vulnerabilities in Go code that is reachable. It fails only if one is found: any other error means that the
 * advisory service could not be reached, and is returned as a note.
 */
export async function govulncheck() {
  try {
    await run('govulncheck', 'go', ['run', `golang.org/x/vuln/cmd/govulncheck@${govulncheckVersion}`, './...'], { env: goEnv });
  } catch (error) {
    if (/Your code is affected by/.test(error.output ?? '')) throw error;
    return { note: 'the advisory service could not be asked' };
  }
}

/** Finds known vulnerabilities in the app's packages that are delivered to users. */
export async function npmAudit() {
  try {
    await run('npm audit', 'npm', ['audit', '--omit=dev', '--audit-level=high', '--json']);
  } catch (error) {
    if (/"auditReportVersion"/.test(error.output ?? '')) throw error;
    return { note: 'the advisory service could not be asked' };
  }
}
