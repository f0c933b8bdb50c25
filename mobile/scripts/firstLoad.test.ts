// @vitest-environment node
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { firstLoad, LIMIT_KB } from './firstLoad.mjs';

const dist = mkdtempSync(join(tmpdir(), 'first-load-'));
afterAll(() => rmSync(dist, { recursive: true }));

it(`loads at most ${LIMIT_KB} KB of JavaScript and CSS for the first screen`, { timeout: 120_000 }, () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const vite = join(createRequire(import.meta.url).resolve('vite/package.json'), '../bin/vite.js');
  execFileSync(process.execPath, [vite, 'build', '--outDir', dist, '--logLevel', 'error'], { cwd: root, env: { ...process.env, NODE_ENV: 'production' } });
  const files = firstLoad((path) => readFileSync(join(dist, path)));
  const total = files.reduce((sum, file) => sum + file.brotli, 0);
  expect(files.length).toBeGreaterThan(3);
  expect(total / 1024).toBeLessThanOrEqual(LIMIT_KB);

  const version = JSON.parse(readFileSync(join(dist, 'version.json'), 'utf8')) as { version: string };
  expect(version.version).toMatch(/^[0-9a-f]{12}$/);
});
