// The npm packages of the clone: those without which the app does not open, and all others.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { alone } from './lock.mjs';
import { root } from './place.mjs';
import { step } from './progress.mjs';
import { run } from './tools.mjs';

/** What builds and runs the app: neither the tools of the tests nor other workspaces. */
const first = ['--omit=dev', '--workspace=mobile', '--workspace=shared-types', '--include-workspace-root'];
const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];

/** Names what was installed; it lies in node_modules, so that it goes with it. */
const mark = join(root, 'node_modules', '.loanmarket');

/** Changes whenever something else would be installed. */
function wanted() {
  return createHash('sha256').update(readFileSync(join(root, 'package-lock.json'))).update(process.version).digest('hex');
}

/** Whether all packages of the lock file are there, by the list that npm keeps in node_modules. */
function everyPackageIsThere() {
  const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8')).packages;
  if (!existsSync(join(root, 'node_modules', '.package-lock.json'))) return false;
  const there = read('node_modules/.package-lock.json');
  return Object.entries(read('package-lock.json')).every(([path, entry]) =>
    !path.includes('node_modules/') || entry.optional || entry.peer || there[path]?.version === entry.version);
}

/** Whether the first packages of this lock file were installed, and nothing was ended in the middle. */
const firstAreThere = () => existsSync(mark) && readFileSync(mark, 'utf8') === wanted();

/** Installs what the app needs to open, unless it is there. */
export const installFirst = () => alone('packages', async () => {
  if (firstAreThere() || everyPackageIsThere()) return;
  await step('npm packages', 45, () => run('npm ci', 'npm', ['ci', ...first, ...quiet]));
  writeFileSync(mark, wanted());
});

/** Installs every package, unless they are there: adds to the first ones, so that a stack that runs from them goes on. */
export const installAll = () => alone('packages', async () => {
  if (everyPackageIsThere()) return;
  const [name, ...args] = firstAreThere() ? ['install', '--no-save', '--prefer-offline'] : ['ci'];
  await step('all npm packages', 60, () => run(`npm ${name}`, 'npm', [name, ...args, ...quiet]));
  writeFileSync(mark, wanted());
});

if (process.argv[1] === fileURLToPath(import.meta.url)) await (process.argv[2] === 'all' ? installAll() : installFirst());
