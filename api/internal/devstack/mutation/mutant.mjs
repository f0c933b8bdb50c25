// What Gremlins finds under the name of `go`: tests the clone with the one file that differs in its copy laid over it.
// Ends with 1 where a test noticed, 2 where the mistake does not compile, 0 where nobody noticed.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { cache, root } from '../launch/place.mjs';
import { asked, internal, packages } from './packages.mjs';
import { failing, withDeclarations } from './gotest.mjs';
import { reachOf, reaching, union } from './reach.mjs';
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
  const found = reachOf(name, go, env);
  if (!found) return 1;
  const users = asked(name).slice(1).map(pathOf);
  if (users.length > 0) {
    if (!go(['test', '-timeout', '20m', '-coverpkg', pathOf(name), '-coverprofile', file, ...users], 'inherit')) return 1;
    found.push({ profile: readFileSync(file, 'utf8') });
  }
  writeFileSync(file, withDeclarations(union(found)));
  return 0;
}

/** Ends the run: whoever goes on would count verdicts that mean nothing. */
function giveUp(why) {
  console.error(`mutation: ${why}`);
  process.kill(process.ppid);
  process.exit(verdictOf.unbuildable);
}

/** Where two texts begin to differ, `[line, column]`, by more than the spaces that Gremlins aligns otherwise. */
function firstChange(before, after) {
  const bare = (text) => text.replace(/\s/g, '');
  const [lines, others] = [before.split('\n'), after.split('\n')];
  const n = lines.findIndex((line, i) => bare(line) !== bare(others[i] ?? ''));
  let [column, at] = [0, 0];
  for (const other = bare(others[n] ?? ''); column < lines[n].length; column++) {
    if (/\s/.test(lines[n][column])) continue;
    if (lines[n][column] !== other[at]) break;
    at++;
  }
  return [n + 1, column + 1];
}

/** The planted file: the one of the working directory that is not as it was when the run began. */
function planted() {
  const copy = existsSync(join(process.cwd(), internal)) ? join(process.cwd(), internal, name) : process.cwd();
  const begun = join(process.env.MUTATION_TREE, internal, name);
  let found;
  for (const file of readdirSync(begun)) {
    const [source, before, now] = [copy, begun, join(root, internal, name)].map((folder) => readFileSync(join(folder, file), 'utf8'));
    if (before !== now) giveUp(`${file} was changed in the clone while the run was under way`);
    if (source !== before) found = { file, source, at: join(copy, file), before, place: firstChange(before, source) };
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

/** How many tests are asked before the others: the quickest notice most. */
const first = 12;

/** Which test of a package notices, undefined where none does. */
async function notices(other, overlay, mutant) {
  const own = other === name && reaching(reachOf(name, go, env), mutant.file, mutant.before, mutant.place);
  if (own && own.length === 0) return undefined;
  const binary = join(cache, 'mutation', `${name.replaceAll('/', '-')}.test`);
  if (!go(['test', '-c', '-ldflags=-s -w', '-overlay', overlay, '-o', binary, pathOf(other)])) return `${other}: does not compile`;
  if (!own) return noticed(binary, other, skip?.[other] ? ['-test.skip', skip[other]] : []);
  const any = (tests) => ['-test.run', `^(${tests.join('|')})$`];
  return await noticed(binary, other, any(own.slice(0, first))) ?? (own.length > first ? noticed(binary, other, any(own.slice(first))) : undefined);
}

/** Tries the tests in turn, until one notices. */
async function judge(mutant) {
  const overlay = join(cache, 'mutation', `overlay-${name.replaceAll('/', '-')}.json`);
  writeFileSync(overlay, JSON.stringify({ Replace: { [join(root, internal, name, mutant.file)]: mutant.at } }));
  if (!go(['build', '-buildvcs=false', '-overlay', overlay, pathOf(name)])) return { verdict: verdictOf.unbuildable };
  for (const other of asked(name)) {
    const by = await notices(other, overlay, mutant);
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
