// Installs the npm packages of the clone: first those that the app needs to open, then all others.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { alone } from './lock.mjs';
import { root } from './place.mjs';
import { step } from './progress.mjs';
import { run } from './tools.mjs';

/** The packages that build and run the app, without test tools and other workspaces. */
const first = ['--omit=dev', '--workspace=mobile', '--workspace=shared-types', '--include-workspace-root'];
const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];

/** The file that contains the hash of what was installed; it is in node_modules, so that it is deleted with it. */
const mark = join(root, 'node_modules', '.loanmarket');

/** Returns a hash that changes whenever other packages would be installed. */
function wanted() {
  return createHash('sha256').update(readFileSync(join(root, 'package-lock.json'))).update(process.version).digest('hex');
}

/** Returns whether all packages of the lock file are installed, according to npm's list in node_modules. */
function everyPackageIsThere() {
  const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8')).packages;
  if (!existsSync(join(root, 'node_modules', '.package-lock.json'))) return false;
  const there = read('node_modules/.package-lock.json');
  return Object.entries(read('package-lock.json')).every(([path, entry]) =>
    !path.includes('node_modules/') || entry.optional || entry.peer || there[path]?.version === entry.version);
}

/** Returns whether the first packages of this lock file were installed completely. */
const firstAreThere = () => existsSync(mark) && readFileSync(mark, 'utf8') === wanted();

/** Installs the packages that the app needs to open, unless they are installed. */
export const installFirst = () => alone('packages', async () => {
  if (firstAreThere() || everyPackageIsThere()) return;
  await step('npm packages', 45, () => run('npm ci', 'npm', ['ci', ...first, ...quiet]));
  writeFileSync(mark, wanted());
});

/** Installs all packages, unless they are installed. It adds to the first ones, so that a running stack can keep using them. */
export const installAll = () => alone('packages', async () => {
  if (everyPackageIsThere()) return;
  const [name, ...args] = firstAreThere() ? ['install', '--no-save', '--prefer-offline'] : ['ci'];
  await step('all npm packages', 60, () => run(`npm ${name}`, 'npm', [name, ...args, ...quiet]));
  writeFileSync(mark, wanted());
});

if (process.argv[1] === fileURLToPath(import.meta.url)) await (process.argv[2] === 'all' ? installAll() : installFirst());
