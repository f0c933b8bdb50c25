// @vitest-environment node
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { firstLoad, firstSources, kilobytes, landingLoad, LATER, LIMITS, PAGE_FILES, pageFiles } from './firstLoad.mjs';

const dist = mkdtempSync(join(tmpdir(), 'first-load-'));
afterAll(() => rmSync(dist, { recursive: true }));

// The legacy build takes longer; its limit is checked by `npm run size` after `npm run build`.
it(`loads at most ${LIMITS.modern.app} KB of JavaScript and CSS for the first screen`, { timeout: 120_000 }, () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const vite = join(createRequire(import.meta.url).resolve('vite/package.json'), '../bin/vite.js');
  execFileSync(process.execPath, [vite, 'build', '--outDir', dist, '--logLevel', 'error'], { cwd: root, env: { ...process.env, NODE_ENV: 'production' } });
  const read = (path: string) => readFileSync(join(dist, path));
  const files = firstLoad(read);
  expect(files.length).toBeGreaterThan(3);
  expect(kilobytes(files)).toBeLessThanOrEqual(LIMITS.modern.app);
  expect(kilobytes(landingLoad(read) ?? [])).toBeLessThanOrEqual(LIMITS.modern.landing);
  expect(firstSources(read).filter((source) => LATER.test(source))).toEqual([]);
  const pages = Object.entries(pageFiles(read));
  expect(pages.length).toBeGreaterThan(40);
  expect(pages.filter(([, count]) => count > PAGE_FILES)).toEqual([]);

  const version = JSON.parse(readFileSync(join(dist, 'version.json'), 'utf8')) as { version: string };
  expect(version.version).toMatch(/^[0-9a-f]{12}$/);
});

/** A build in memory: a manifest and files with one byte each. */
function built(chunks: Record<string, object>, html = '', modules: Record<string, string[]> = {}) {
  const files: Record<string, string> = {
    'legacy/.vite/manifest.json': JSON.stringify(chunks),
    'legacy/.vite/modules.json': JSON.stringify(modules),
    'legacy/index.html': html,
    'legacy/landing.html': '<script src="/assets/p-legacy.js"></script>',
  };
  return (path: string) => Buffer.from(files[path] ?? 'x');
}

it('firstLoad counts each file once that the page names or its chunks import', () => {
  const read = built(
    {
      'index-legacy.html': { file: 'assets/i.js', imports: ['_first.js'] },
      '_first.js': { file: 'assets/h.js', css: ['assets/h.css'], imports: ['index-legacy.html'] },
      'src/features/home/HomePage-legacy.tsx': { file: 'assets/p.js', imports: ['_first.js'] },
      'src/ui/photo/PhotoField-legacy.tsx': { file: 'assets/photo.js' },
    },
    '<script src="/assets/poly.js"></script><script data-src="/assets/i.js"></script><link rel="icon" href="/assets/icon.svg">',
  );
  expect(firstLoad(read, 'legacy').map(({ path }) => path).sort()).toEqual(['assets/h.css', 'assets/h.js', 'assets/i.js', 'assets/p.js', 'assets/poly.js']);
  expect(landingLoad(read, 'legacy')?.map(({ path }) => path)).toEqual(['legacy/landing.html', 'assets/p-legacy.js']);
});

it('firstSources lists the sources of all scripts of the first screen, including shared chunks', () => {
  const read = built({ 'index-legacy.html': { file: 'assets/i.js', imports: ['_shared.js'] }, '_shared.js': { file: 'assets/s.js' } }, '', {
    'assets/i.js': ['src/main.tsx'],
    'assets/s.js': ['../node_modules/qrcode-generator/dist/qrcode.mjs'],
    'assets/later.js': ['src/features/repay/ProofPage.tsx'],
  });
  expect(firstSources(read, 'legacy').sort()).toEqual(['../node_modules/qrcode-generator/dist/qrcode.mjs', 'src/main.tsx']);
});

it('LATER matches only sources that do not belong to the first screen', () => {
  const later = ['src/ui/photo/PhotoField.tsx', 'src/ui/form/Field.tsx', 'src/features/verify/identity/IdentityPage.tsx', 'src/features/login/LoginPage.tsx', '../node_modules/qrcode-generator/qrcode.js', '../node_modules/react-hook-form/dist/index.mjs', '../node_modules/@ionic/core/components/ion-refresher.js', 'src/i18n/en/home.ts'];
  const early = ['src/features/home/HomePage.tsx', 'src/ui/form/Slider.tsx', 'src/i18n/vi/home.ts', 'src/i18n/index.ts', 'src/ui/form/OptionList.tsx', 'src/shared/loan/Calculator.tsx'];
  expect(later.filter((source) => !LATER.test(source))).toEqual([]);
  expect(early.filter((source) => LATER.test(source))).toEqual([]);
});
