// Gremlins runs this as `go`: it tests the clone with the one file that differs in Gremlins' copy as an overlay. Exit code 1
// means that a test failed (the mutant is killed), 2 that the mutant does not compile, 0 that no test failed (it survived).
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

/** Runs the real `go`, in the clone. */
function go(args, stdio = 'ignore') {
  const { status, signal } = spawnSync('go', args, { cwd: root, env, stdio });
  if (signal) process.kill(process.pid, signal); // killed from outside: that is not a result
  return status === 0;
}

/**
 * Writes the statements that any test reaches, from which Gremlins plans its mutants. It fails if a test fails without a
 * mutant. Declarations are not statements, but are mutated too.
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

/** Ends the run, because further results would be meaningless. */
function giveUp(why) {
  console.error(`mutation: ${why}`);
  process.kill(process.ppid);
  process.exit(verdictOf.unbuildable);
}

/** Returns where two texts begin to differ, `[line, column]`, ignoring whitespace, which Gremlins may align differently. */
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

/** Returns the mutated file: the one in the working directory that differs from its state at the start of the run. */
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

/** Runs the tests of a package that the flags select, until the first one fails; resolves to it, or to undefined. */
function noticed(binary, other, flags) {
  const always = ['-test.v', '-test.failfast', '-test.paniconexit0', '-test.timeout', timeout];
  const tests = spawn(binary, [...always, ...flags], { cwd: join(root, internal, other), env, stdio: ['ignore', 'pipe', 'ignore'] });
  let by;
  createInterface({ input: tests.stdout }).on('line', (line) => {
    const failed = failing(line);
    if (!failed || by) return;
    by = `${other}: ${failed}`;
    tests.kill('SIGKILL'); // otherwise parallel tests would run to their end; their databases are removed when the server is restarted
  });
  return new Promise((done) => {
    tests.on('close', (status, signal) => {
      if (signal && !by) process.kill(process.pid, signal); // killed from outside: that is not a result
      done(by ?? (status === 0 ? undefined : `${other}: ended with ${status}`));
    });
  });
}

/** How many tests run first: the fastest tests kill most mutants. */
const first = 12;

/** Returns which test of a package kills the mutant; undefined if none does. */
async function notices(other, overlay, mutant) {
  const own = other === name && reaching(reachOf(name, go, env), mutant.file, mutant.before, mutant.place);
  if (own && own.length === 0) return undefined;
  const binary = join(cache, 'mutation', `${name.replaceAll('/', '-')}.test`);
  if (!go(['test', '-c', '-ldflags=-s -w', '-overlay', overlay, '-o', binary, pathOf(other)])) return `${other}: does not compile`;
  if (!own) return noticed(binary, other, skip?.[other] ? ['-test.skip', skip[other]] : []);
  const any = (tests) => ['-test.run', `^(${tests.join('|')})$`];
  return await noticed(binary, other, any(own.slice(0, first))) ?? (own.length > first ? noticed(binary, other, any(own.slice(first))) : undefined);
}

/** Runs the tests of the packages in turn, until one kills the mutant. */
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
