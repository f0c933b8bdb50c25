// The steps of `npm test`. Each resolves to the tests it counted, { passed, failed }, and throws when something is wrong
// that is no test.
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

/** The walks through the app in a browser; of some names only, where names are given. */
export const e2e = (names) => () => walkAll((report) => {
  outcomes.takePlaywright(report, 'mobile/e2e');
  tookPlaywright(report);
}, names);

/** Generators run again must change nothing. */
export async function generated() {
  const before = contents();
  const times = new Map([...before.keys()].map((path) => [path, statSync(join(root, path))]));
  await run('go generate', 'go', ['generate', './...'], { env: goEnv });
  await run('npm run generate', 'npm', ['run', '--silent', 'generate', '-w', 'shared-types']);
  const after = contents();
  // A file that was written as it was is as old as before: nothing is built anew because of it.
  for (const [path, { atime, mtime }] of times) if (after.get(path) === before.get(path)) utimesSync(join(root, path), atime, mtime);
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

export const vet = (packages = ['./...']) => async () => {
  await run('go vet', 'go', ['vet', ...packages], { env: goEnv });
};

/** What `go vet` does not look for: calls that come to nothing, code that nothing reaches, names against Go's own rules. */
export const staticcheck = async () => {
  await run('staticcheck', 'go', ['tool', 'staticcheck', './...'], { env: goEnv });
};

/** Where what the commands of the clone are made of lies. */
const scripts = ['launch', 'mutation'].map((name) => join(root, 'api', 'internal', 'devstack', name));

/** The tests of the commands themselves. */
export async function launcher() {
  const tests = scripts.flatMap((folder) => readdirSync(folder).filter((name) => name.endsWith('.test.mjs')).map((name) => join(folder, name)));
  const output = await run('node --test', 'node', ['--test', '--test-reporter=tap', ...tests]);
  return { passed: Number(/^# pass (\d+)/m.exec(output)[1]), failed: 0 };
}

/** What fills a table with a million rows to watch how it is read waits for CI. */
const size = process.env.CI ? [] : ['-short'];

/** What only a debugger reads is not linked into eighty test programs; `go vet` is a step of its own. */
const quick = ['-vet=off', '-ldflags=-s -w'];

const processors = availableParallelism();

/**
 * How many packages are tried at once, and of some packages alone how many tests of each: they wait for databases and for lines
 * that hang, and leave a processor idle that others could use.
 */
const atOnce = (some) => [`-p=${processors + 1}`, ...(some ? [`-parallel=${2 * processors}`] : [])];

/** The tests of all packages or of some, but for those of these names. */
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

/** The build of the app, as a stack serves it; the walks take the same one. */
export const appBuild = () => buildApp();

/** Lints files of the app. */
export const lint = (files) => async () => {
  const paths = (pattern) => files.filter((file) => pattern.test(file) && existsSync(join(root, file))).map((file) => file.replace(/^mobile\//, ''));
  const [code, styles] = [paths(/^mobile\/.*\.(m?[jt]s|tsx)$/), paths(/^mobile\/src\/.*\.css$/)];
  const cwd = join(root, 'mobile');
  if (code.length) await run('eslint', 'npx', ['eslint', '--no-warn-ignored', ...code], { cwd });
  // An arrow runs between two files: all are looked at.
  if (code.some((path) => path.startsWith('src/'))) await run('depcruise', 'npx', ['depcruise', 'src'], { cwd });
  if (styles.length) await run('stylelint', 'npx', ['stylelint', ...styles], { cwd });
};

/** The tests of a workspace; only those that stand on the files, where files are given. */
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

/** The checks of the Android and iOS projects, without an Android SDK and without Xcode. */
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

/** The table of the specification is current, and every test that it names has passed where it ran. */
export function proofs() {
  tableIsCurrent();
  const missing = outcomes.missing(scan(root));
  if (!missing.length) return;
  // When a whole runner failed the list is long, and the reason stands further up.
  const shown = missing.length > 20 ? [...missing.slice(0, 20), `and ${missing.length - 20} more`] : missing;
  throw new Sentence(`The specification's table names tests that prove nothing now:\n${shown.join('\n')}`);
}

const govulncheckVersion = 'v1.1.4';

/** Known vulnerabilities in Go code that is reached. Exit code 3 means found; any other failure, that nobody could be asked. */
export async function govulncheck() {
  try {
    await run('govulncheck', 'go', ['run', `golang.org/x/vuln/cmd/govulncheck@${govulncheckVersion}`, './...'], { env: goEnv });
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
