// `npm run fuzz`: runs the requests generated from the contract for longer than `npm test` does, then those of schemathesis, if
// Python is installed. A failure prints its seed.
//   npm run fuzz -- 10m                     duration of each of the two runs
//   npm run fuzz -- 10m -rapid.seed=7       seed of the first run; -schemathesis-seed=7 for the second
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cache, goEnv, root } from './tools.mjs';

const version = '4.32.5';
const folder = join(cache, `schemathesis-${version}`);
const program = join(folder, 'bin', 'schemathesis');
const quietly = (command, ...args) => spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;

/** Installs schemathesis once; prints why if it cannot. */
function install() {
  if (existsSync(program)) return true;
  if (!quietly('python3', '-m', 'venv', folder)) return console.log('NOT RUN: schemathesis needs Python 3 with venv, and there is none here.');
  if (quietly(join(folder, 'bin', 'python'), '-m', 'pip', 'install', '--quiet', `schemathesis==${version}`)) return true;
  return console.log('NOT RUN: schemathesis could not be installed; the registry of Python packages cannot be reached.');
}

const [time = '5m', ...more] = process.argv.slice(2);
const tests = (name, ...args) => spawnSync(
  'go',
  ['test', './api/internal/door/api', '-count=1', '-v', '-timeout=0', '-run', name, '-generated', time, ...args, ...more],
  { cwd: root, env: { ...process.env, ...goEnv }, stdio: 'inherit' },
).status ?? 1;

console.log(`Our generated requests run for ${time}, then those of schemathesis for as long; each run prints its summary at its end.`);
const own = tests('TestGeneratedRequests');
const others = install() ? tests('TestSchemathesis', '-schemathesis', program) : 0;
process.exitCode = own || others;
