// `npm run mutation -- base/money`: mutates a package, one mutant at a time, and checks whether a test fails.
//   npm run mutation -- flow/pay --fresh     tests every mutant again; without it a run continues where the last one ended
//   npm run mutation -- flow/pay --files 'post|refund'   mutates only these files
//   npm run mutation -- flow/pay --own       runs only the package's own tests: fast, and never kills more than all tests would
// Gremlins generates the mutants. It mutates a copy of the package and calls `go` to test it. mutant.mjs replaces that `go`: it
// tests the clone itself with the mutated file as an overlay, and stores the verdict.
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { cache, fail, goEnv, killAll, root, run, Sentence } from '../launch/tools.mjs';
import { asked, internal, packages } from './packages.mjs';
import { show, verdicts } from './report.mjs';
import { forget, stateOf } from './verdicts.mjs';

const gremlins = 'github.com/go-gremlins/gremlins/cmd/gremlins@v0.6.0';
const home = join(cache, 'mutation');

/** Creates a folder with only the package, because Gremlins copies everything it finds. */
function copy(name) {
  const tree = join(home, 'tree', name.replaceAll('/', '-'));
  const into = join(tree, internal, name);
  rmSync(tree, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  copyFileSync(join(root, 'go.mod'), join(tree, 'go.mod'));
  for (const file of readdirSync(join(root, internal, name))) {
    if (file.endsWith('.go') && !file.endsWith('_test.go')) copyFileSync(join(root, internal, name, file), join(into, file));
  }
  return { tree, into };
}

/** Creates the `go` that precedes the real one in the PATH of Gremlins. */
function standIn() {
  const bin = join(home, 'bin');
  mkdirSync(bin, { recursive: true });
  const script = join(bin, 'go');
  writeFileSync(script, `#!/bin/sh\nexec '${process.execPath}' '${join(import.meta.dirname, 'mutant.mjs')}' "$@"\n`);
  chmodSync(script, 0o755);
  return bin;
}

async function installed() {
  const bin = join(home, 'tool');
  if (!existsSync(join(bin, 'gremlins'))) await run('go install', 'go', ['install', gremlins], { env: { ...goEnv, GOBIN: bin } });
  return join(bin, 'gremlins');
}

/** Returns the options that exclude the files that are not chosen. */
function left(name, chosen) {
  if (!chosen) return [];
  const wanted = new RegExp(`^(${chosen})\\.go$`);
  const others = readdirSync(join(root, internal, name)).filter((file) => file.endsWith('.go') && !wanted.test(file));
  return ['--exclude-files', `(^|/)(${others.join('|').replaceAll('.', '\\.')})$`];
}

async function mutate(name, { fresh, own, files }) {
  if (!packages[name]) throw new Sentence(`Which package? One of ${Object.keys(packages).join(', ')}.`);
  if (fresh) forget(name);
  if (own) process.env.MUTATION_OWN = 'true';
  const tool = await installed();
  const { tree, into } = copy(name);
  const output = join(home, `${name.replaceAll('/', '-')}.json`);
  const env = {
    ...goEnv, MUTATION_PACKAGE: name, MUTATION_STATE: stateOf(asked(name)), MUTATION_TREE: tree, MUTATION_PATH: process.env.PATH,
    PATH: `${standIn()}${delimiter}${process.env.PATH}`,
  };
  // mutant.mjs has its own timeout; Gremlins would measure one with a warm cache.
  const options = ['--workers', '1', '--timeout-coefficient', '100000', '--output', output,
    '--invert-logical', '--invert-loopctrl', '--invert-assignments', '--invert-bitwise', '--invert-bwassign', '--remove-self-assignments'];
  await run('gremlins', tool, ['unleash', ...options, ...left(name, files), into], { cwd: tree, env, show: true });
  return verdicts(output);
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { fresh: { type: 'boolean' }, own: { type: 'boolean' }, files: { type: 'string' } } });
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    killAll();
    process.exit(1);
  });
}
try {
  process.exitCode = show(positionals[0], await mutate(positionals[0], values)) ? 0 : 1;
} catch (error) {
  fail(error);
}
