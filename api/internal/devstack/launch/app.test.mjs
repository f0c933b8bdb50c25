import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

/** Creates a clone whose build fails if another build is running, and counts how often it ran. */
function clone() {
  const root = mkdtempSync(join(tmpdir(), 'app-'));
  const build = `const fs = require('fs');
    fs.mkdirSync('dist', { recursive: true });
    fs.writeFileSync('dist/building', '', { flag: 'wx' });
    fs.appendFileSync('dist/builds', '1');
    setTimeout(() => { fs.writeFileSync('dist/index.html', ''); fs.rmSync('dist/building'); }, 200);`;
  const files = {
    'package.json': '{"name": "root", "private": true, "workspaces": ["mobile"]}',
    'package-lock.json': '{}',
    'mobile/package.json': '{"name": "mobile", "version": "1.0.0", "scripts": {"build": "node build.cjs"}}',
    'mobile/build.cjs': build,
    'mobile/e2e/walk.ts': '',
    'shared-types/types': '',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

/** Builds the app of a clone in a separate process. */
async function build(root) {
  const code = `import { buildApp } from ${JSON.stringify(new URL('./app.mjs', import.meta.url).href)}; await buildApp(${JSON.stringify(root)});`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [exit] = await once(child, 'close');
  assert.equal(exit, 0);
}

const builds = (root) => readFileSync(join(root, 'mobile', 'dist', 'builds'), 'utf8').length;

test('concurrent starts build the app once', async () => {
  const root = clone();
  await Promise.all([build(root), build(root), build(root)]);
  assert.equal(builds(root), 1);
});

test('leftovers of an old build are removed, those of a running build are kept', async () => {
  const root = clone();
  const long = new Date(Date.now() - 2 * 3_600_000);
  for (const name of ['build-abc123', 'build-def456']) mkdirSync(join(root, '.cache', name), { recursive: true });
  utimesSync(join(root, '.cache', 'build-abc123'), long, long);
  await build(root);
  assert.deepEqual(readdirSync(join(root, '.cache')).filter((name) => name.startsWith('build-')), ['build-def456']);
});

test('the app is rebuilt only if a source is newer', async () => {
  const root = clone();
  const later = new Date(Date.now() + 60_000);
  await build(root);
  utimesSync(join(root, 'mobile/e2e/walk.ts'), later, later);
  mkdirSync(join(root, 'mobile/test-results'));
  mkdirSync(join(root, 'mobile/build/shell'), { recursive: true });
  writeFileSync(join(root, 'mobile/build/shell/index.html'), '');
  utimesSync(join(root, 'mobile'), later, later);
  await build(root);
  assert.equal(builds(root), 1, 'output of walks and tools beside the sources must not cause a rebuild');
  utimesSync(join(root, 'shared-types/types'), later, later);
  await build(root);
  assert.equal(builds(root), 2);
});

test('the app is rebuilt after a source was removed', async () => {
  const root = clone();
  await build(root);
  rmSync(join(root, 'shared-types/types'));
  await build(root);
  assert.equal(builds(root), 2);
});
