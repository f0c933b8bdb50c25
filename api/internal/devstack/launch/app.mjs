// Builds the app when it is older than what it is made of.
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { alone } from './lock.mjs';
import { root } from './place.mjs';
import { step } from './progress.mjs';
import { run } from './tools.mjs';

const sources = ['mobile', 'shared-types', 'package-lock.json'];

/** Folders of a workspace that the app is not made of; nor is it of its tests. */
const beside = new Set(['node_modules', 'dist', 'build', 'android', 'ios', 'e2e', 'test-results', 'playwright-report', 'coverage']);

/**
 * Builds the app unless the last build is younger than everything it is made of. Starts beside each other build it once:
 * two builds at a time would empty each other's folder.
 */
export const buildApp = (at = root) => alone('app', async () => {
  const stamp = join(at, '.cache', 'app.built');
  const files = sourceFiles(at);
  // What was removed is missed by its name: the time of a folder changes with everything that is put beside the sources.
  const names = files.join('\n');
  if (existsSync(stamp) && existsSync(join(at, 'mobile', 'dist', 'index.html')) && readFileSync(stamp, 'utf8') === names && !changedSince(files, at, stamp)) return;
  mkdirSync(join(at, '.cache'), { recursive: true });
  removeLeftovers(join(at, '.cache'));
  // Written before the build: what changes while it runs is built next time. The file system's own clock is the one that the
  // sources are stamped by; ours is cut to a millisecond.
  writeFileSync(`${stamp}.begun`, names);
  await step('app', 30, () => run('the build of the app', 'npm', ['run', '--silent', '--no-update-notifier', 'build', '--workspace', 'mobile'], { cwd: at }));
  renameSync(`${stamp}.begun`, stamp);
}, join(at, '.cache'));

/** Removes what builds left that were ended in the middle; one that is under way is younger. */
function removeLeftovers(cache) {
  const old = Date.now() - 3_600_000;
  for (const name of readdirSync(cache)) {
    if (/^build-\w{6}$/.test(name) && statSync(join(cache, name)).mtimeMs < old) rmSync(join(cache, name), { recursive: true });
  }
}

/** The files that the app is made of, from the root. */
function sourceFiles(at) {
  const inside = (path) => (statSync(join(at, path)).isDirectory() ? readdirSync(join(at, path), { withFileTypes: true })
    .filter((entry) => !entry.isSymbolicLink() && !(entry.isDirectory() ? beside.has(entry.name) : /\.test\.tsx?$/.test(entry.name)))
    .flatMap((entry) => inside(join(path, entry.name))) : [path]);
  return sources.flatMap(inside).sort();
}

/** Whether one of the files is newer than the stamp. */
function changedSince(files, at, stamp) {
  const time = statSync(stamp).mtimeMs;
  return files.some((path) => statSync(join(at, path)).mtimeMs > time);
}
