// @vitest-environment node
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { landingTexts } from './landingTexts';

/** The size of everything that a visitor loads before typing the number, compressed with brotli 11. */
const LIMIT_KB = 30;

const dist = mkdtempSync(join(tmpdir(), 'landing-'));
afterAll(() => rmSync(dist, { recursive: true }));
const size = (text: string) => brotliCompressSync(text).length;

it(`the landing page consists of one page and one script and loads at most ${LIMIT_KB} KB`, { timeout: 60_000 }, () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const vite = join(createRequire(import.meta.url).resolve('vite/package.json'), '../bin/vite.js');
  const args = [vite, 'build', '--config', 'vite.landing.config.ts', '--outDir', dist, '--logLevel', 'error'];
  execFileSync(process.execPath, args, { cwd: root, env: { ...process.env, NODE_ENV: 'production' } });

  const html = readFileSync(join(dist, 'landing.html'), 'utf8');
  const scripts = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'));
  expect(scripts).toHaveLength(1);
  expect(html).toContain(`<script defer src="/assets/${scripts[0]}">`);
  expect(html.match(/<style>/g)).toHaveLength(1);
  expect(html).not.toMatch(/rel="stylesheet"|rel="modulepreload"/);

  const script = readFileSync(join(dist, 'assets', scripts[0]!), 'utf8');
  const texts = Math.max(...Object.values(landingTexts).map((one) => size(JSON.stringify(one))));
  expect((size(html) + size(script) + texts) / 1024).toBeLessThanOrEqual(LIMIT_KB);
  // The texts are part of the page.
  expect(script).not.toContain('i18next');
  // The oldest phones must be able to run it: nothing newer than ES2017, and no module.
  expect(script).not.toMatch(/\?\?|\?\.[a-z[(]|\.\.\.[a-z]+\}|^import |^export /m);
  expect(() => new Function(script)).not.toThrow();
});
