// What Gremlins finds under the name of `go`: tests the clone with the one file that differs in its copy laid over it.
// Ends with 1 where a test noticed, 2 where the mistake does not compile, 0 where nobody noticed.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { cache, root } from '../launch/place.mjs';
import { asked, internal, packages } from './packages.mjs';
import { failing, testsIn, withDeclarations } from './gotest.mjs';
import { read, verdictOf, write } from './verdicts.mjs';

const name = process.env.MUTATION_PACKAGE;
const { timeout, skip } = packages[name];
const pathOf = (other) => `./${internal}/${other}`;

const env = { ...process.env, PATH: process.env.MUTATION_PATH, GOTMPDIR: '', RAPID_NOFAILFILE: 'true', RAPID_SHRINKTIME: '0s' };

/** The real `go`, in the clone. */
function go(args, stdio = 'ignore') {
  const { status, signal } = spawnSync('go', args, { cwd: root, env, stdio });
  if (signal) process.kill(process.pid, signal); // ended from without: that is no verdict
  return status === 0;
}

/**
 * Which statements any of the tests reaches, for Gremlins to plan by. It fails where a test fails before anything is planted.
 * Declarations are no statements, and are tried all the same.
 */
function cover(file) {
  const all = asked(name).map(pathOf);
  if (!go(['test', '-timeout', '20m', '-coverpkg', pathOf(name), '-coverprofile', file, ...all], 'inherit')) return 1;
  writeFileSync(file, withDeclarations(readFileSync(file, 'utf8')));
  return 0;
}

/** Ends the run: whoever goes on would count verdicts that mean nothing. */
function giveUp(why) {
  console.error(`mutation: ${why}`);
  process.kill(process.ppid);
  process.exit(verdictOf.unbuildable);
}

/** The planted file: the one of the working directory that is not as it was when the run began. */
function planted() {
  const copy = existsSync(join(process.cwd(), internal)) ? join(process.cwd(), internal, name) : process.cwd();
  const begun = join(process.env.MUTATION_TREE, internal, name);
  let found;
  for (const file of readdirSync(begun)) {
    const [source, before, now] = [copy, begun, join(root, internal, name)].map((folder) => readFileSync(join(folder, file), 'utf8'));
    if (before !== now) giveUp(`${file} was changed in the clone while the run was under way`);
    if (source !== before) found = { file, source, at: join(copy, file) };
  }
  return found ?? giveUp(`nothing is planted in ${copy}`);
}

/** Whether any of a package's tests that the flags choose notices: the first that fails, which ends the others. */
function noticed(binary, other, flags) {
  const always = ['-test.v', '-test.failfast', '-test.paniconexit0', '-test.timeout', timeout];
  const tests = spawn(binary, [...always, ...flags], { cwd: join(root, internal, other), env, stdio: ['ignore', 'pipe', 'ignore'] });
  let by;
  createInterface({ input: tests.stdout }).on('line', (line) => {
    const failed = failing(line);
    if (!failed || by) return;
    by = `${other}: ${failed}`;
    tests.kill('SIGKILL'); // those that run beside it would come to their end; the databases go when their server starts again
  });
  return new Promise((done) => {
    tests.on('close', (status, signal) => {
      if (signal && !by) process.kill(process.pid, signal); // ended from without: that is no verdict
      done(by ?? (status === 0 ? undefined : `${other}: ended with ${status}`));
    });
  });
}

/** The tests that stand beside a file (`pay_test.go` and `pay_twice_test.go` beside `pay.go`), as what -run and -skip take. */
function beside(file) {
  const folder = join(root, internal, name);
  const files = readdirSync(folder).filter((other) => other.startsWith(file.replace(/\.go$/, '')) && other.endsWith('_test.go'));
  const tests = files.flatMap((other) => testsIn(readFileSync(join(folder, other), 'utf8')));
  return tests.length > 0 ? `^(${tests.join('|')})$` : undefined;
}

/** Which test of a package notices, undefined where none does. Those beside the planted file are asked first. */
async function notices(other, overlay, file) {
  const binary = join(cache, 'mutation', `${name.replaceAll('/', '-')}.test`);
  if (!go(['test', '-c', '-ldflags=-s -w', '-overlay', overlay, '-o', binary, pathOf(other)])) return `${other}: does not compile`;
  const left = skip?.[other] ? [skip[other]] : [];
  const near = other === name && beside(file);
  const leaving = (...patterns) => (patterns.length > 0 ? ['-test.skip', patterns.join('|')] : []);
  if (!near) return noticed(binary, other, leaving(...left));
  return await noticed(binary, other, ['-test.run', near, ...leaving(...left)]) ?? noticed(binary, other, leaving(...left, near));
}

/** Tries the tests in turn, until one notices. */
async function judge(mutant) {
  const overlay = join(cache, 'mutation', `overlay-${name.replaceAll('/', '-')}.json`);
  writeFileSync(overlay, JSON.stringify({ Replace: { [join(root, internal, name, mutant.file)]: mutant.at } }));
  if (!go(['build', '-buildvcs=false', '-overlay', overlay, pathOf(name)])) return { verdict: verdictOf.unbuildable };
  for (const other of asked(name)) {
    const by = await notices(other, overlay, mutant.file);
    if (by) return { verdict: verdictOf.killed, by };
  }
  return { verdict: verdictOf.lived };
}

const args = process.argv.slice(2);
if (args[0] !== 'test') process.exit(0); // `go mod download`: the clone has its modules
const profile = args.indexOf('-coverprofile');
if (profile > 0) process.exit(cover(args[profile + 1]));
const mutant = planted();
let judged = read(name, mutant);
if (!judged) {
  judged = await judge(mutant);
  write(name, mutant, judged);
}
process.exit(judged.verdict);
