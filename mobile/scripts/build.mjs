// `npm run build`: builds the app for current and for old phones into one folder that the server reads. With arguments
// (`-- --outDir …`) it only builds the modern one, which the native shells contain.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const vite = join(createRequire(import.meta.url).resolve('vite/package.json'), '../bin/vite.js');

function run(...args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn', ...args], { cwd: root, stdio: 'inherit' });
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`vite build ${args.join(' ')} ended with ${code}`))));
  });
}

/** Builds both into the folder `dist`. Nothing there changes until both have succeeded. */
export async function buildBoth(dist) {
  // Outside the sources, so that tools that watch for changes do not see the build's temporary files.
  const cache = join(root, '../.cache');
  mkdirSync(cache, { recursive: true });
  const work = mkdtempSync(join(cache, 'build-'));
  const [modern, legacy] = [join(work, 'modern'), join(work, 'legacy')];
  try {
    await Promise.all([run('--outDir', modern, '--emptyOutDir'), run('--mode', 'legacy', '--outDir', legacy, '--emptyOutDir')]);
    // The landing page and the pixel page have a single build for all phones.
    await run('--config', 'vite.landing.config.ts', '--outDir', modern);
    await run('--config', 'vite.pixel.config.ts', '--outDir', modern);
    // File names contain hashes and `-legacy-`, so files with the same name are equal.
    cpSync(join(legacy, 'assets'), join(modern, 'assets'), { recursive: true });
    rmSync(join(legacy, 'assets'), { recursive: true });
    rmSync(join(legacy, 'version.json'));
    writeFileSync(join(modern, 'version.json'), JSON.stringify({ version: versionOf(join(modern, 'assets')) }));
    renameSync(legacy, join(modern, 'legacy'));
    mkdirSync(dist, { recursive: true });
    for (const name of readdirSync(dist)) rmSync(join(dist, name), { recursive: true });
    cpSync(modern, dist, { recursive: true });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * A deployment has one version, whichever build a phone receives: a hash of the names of all its files, which contain hashes of
 * their content. Those of the landing page count too, because the server keeps the files of a build under its version.
 */
function versionOf(assets) {
  return createHash('sha256').update(readdirSync(assets).sort().join('\n')).digest('hex').slice(0, 12);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2);
  await (args.length ? run(...args) : buildBoth(join(root, 'dist')));
}
