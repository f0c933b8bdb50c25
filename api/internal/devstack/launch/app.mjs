// Builds the app if it is older than its sources.
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { alone } from './lock.mjs';
import { root } from './place.mjs';
import { step } from './progress.mjs';
import { run } from './tools.mjs';

const sources = ['mobile', 'shared-types', 'package-lock.json'];

/** Folders of a workspace that the app does not depend on. Its test files are excluded too. */
const beside = new Set(['node_modules', 'dist', 'build', 'android', 'ios', 'e2e', 'test-results', 'playwright-report', 'coverage']);

/**
 * Builds the app unless the last build is newer than all of its sources. Concurrent starts build it only once, because two
 * concurrent builds would empty each other's folder.
 */
export const buildApp = (at = root) => alone('app', async () => {
  const stamp = join(at, '.cache', 'app.built');
  const files = sourceFiles(at);
  // A removed file is detected by comparing names: the modification time of a folder also changes with unrelated files.
  const names = files.join('\n');
  if (existsSync(stamp) && existsSync(join(at, 'mobile', 'dist', 'index.html')) && readFileSync(stamp, 'utf8') === names && !changedSince(files, at, stamp)) return;
  mkdirSync(join(at, '.cache'), { recursive: true });
  removeLeftovers(join(at, '.cache'));
  // Written before the build, so that files that change during the build are built next time. The stamp uses the file system's
  // clock, like the sources; Date.now() is truncated to milliseconds.
  writeFileSync(`${stamp}.begun`, names);
  await step('app', 30, () => run('the build of the app', 'npm', ['run', '--silent', '--no-update-notifier', 'build', '--workspace', 'mobile'], { cwd: at }));
  renameSync(`${stamp}.begun`, stamp);
}, join(at, '.cache'));

/** Removes the leftovers of interrupted builds; a running build is younger than an hour. */
function removeLeftovers(cache) {
  const old = Date.now() - 3_600_000;
  for (const name of readdirSync(cache)) {
    if (/^build-\w{6}$/.test(name) && statSync(join(cache, name)).mtimeMs < old) rmSync(join(cache, name), { recursive: true });
  }
}

/** Returns the source files of the app, relative to the root. */
function sourceFiles(at) {
  const inside = (path) => (statSync(join(at, path)).isDirectory() ? readdirSync(join(at, path), { withFileTypes: true })
    .filter((entry) => !entry.isSymbolicLink() && !(entry.isDirectory() ? beside.has(entry.name) : /\.test\.tsx?$/.test(entry.name)))
    .flatMap((entry) => inside(join(path, entry.name))) : [path]);
  return sources.flatMap(inside).sort();
}

/** Returns whether one of the files is newer than the stamp. */
function changedSince(files, at, stamp) {
  const time = statSync(stamp).mtimeMs;
  return files.some((path) => statSync(join(at, path)).mtimeMs > time);
}
