// @vitest-environment node
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';

const work = mkdtempSync(join(tmpdir(), 'version-'));
afterAll(() => rmSync(work, { recursive: true }));

it('a deployment with another landing page has another version', async () => {
  const write = (path: string, content = '') => {
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, content);
  };
  let landing = 'landing-aaaaaaaa.js';
  vi.doMock('node:child_process', () => ({
    spawn: (_node: string, args: string[]) => {
      const folder = args[args.indexOf('--outDir') + 1]!;
      if (args.includes('vite.landing.config.ts')) write(join(folder, 'assets', landing));
      else if (!args.includes('--config')) {
        write(join(folder, 'assets', `index-${args.includes('legacy') ? 'legacy-' : ''}bbbbbbbb.js`));
        write(join(folder, 'version.json'), '{"version":"one"}');
      }
      return { on: (event: string, done: (code: number) => void) => void (event === 'exit' && setTimeout(() => done(0))) };
    },
  }));
  const { buildBoth } = await import('./build.mjs');
  const versions: unknown[] = [];
  for (landing of ['landing-aaaaaaaa.js', 'landing-cccccccc.js', 'landing-aaaaaaaa.js']) {
    const dist = join(work, 'dist');
    await buildBoth(dist);
    versions.push((JSON.parse(readFileSync(join(dist, 'version.json'), 'utf8')) as { version: string }).version);
  }
  expect(versions[0]).toMatch(/^[0-9a-f]{12}$/);
  expect(versions[1]).not.toBe(versions[0]);
  expect(versions[2]).toBe(versions[0]);
});
