// Builds the app when it is older than what it is made of.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { alone } from './lock.mjs';
import { root } from './place.mjs';
import { step } from './progress.mjs';
import { run } from './tools.mjs';

const sources = ['mobile', 'shared-types', 'package-lock.json'];

/** Folders of a workspace that the app is not made of. */
const beside = new Set(['node_modules', 'dist', 'android', 'ios', 'e2e', 'test-results', 'playwright-report', 'coverage']);

/**
 * Builds the app unless the last build is younger than everything it is made of. Starts beside each other build it once:
 * two builds at a time would empty each other's folder.
 */
export const buildApp = (at = root) => alone('app', async () => {
  const stamp = join(at, '.cache', 'app.built');
  const dist = join(at, 'mobile', 'dist');
  if (existsSync(stamp) && existsSync(join(dist, 'index.html')) && !changedSince(at, statSync(stamp).mtimeMs)) return;
  // A new folder would make the one around it younger than the build.
  mkdirSync(dist, { recursive: true });
  removeLeftovers(join(at, '.cache'));
  // Written before the build: what changes while it runs is built next time. The file system's own clock is the one that the
  // sources are stamped by; ours is cut to a millisecond and could be behind the folder that was just made.
  writeFileSync(`${stamp}.begun`, '');
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

/** Whether a source is newer than the time. */
function changedSince(at, time) {
  const newer = (path, stat = statSync(path)) => stat.mtimeMs > time || (stat.isDirectory() && readdirSync(path, { withFileTypes: true })
    .some((entry) => !(entry.isDirectory() && beside.has(entry.name)) && !entry.isSymbolicLink() && newer(join(path, entry.name))));
  return sources.some((source) => newer(join(at, source)));
}
