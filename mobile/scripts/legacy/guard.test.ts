// @vitest-environment node
// Each guard for old phones must detect the mistakes planted for it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import stylelint from 'stylelint';
import { afterAll, describe, expect, it } from 'vitest';
import { inlineScripts, newerCalls, newerScripts, newerStyles } from './guard.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'guard-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('newerScripts', () => {
  it.each([
    ['const a = b?.c;', 1],
    ['const a = b ?? 1;', 1],
    ['const o = { ...p };', 1],
    ['try { a(); } catch { b(); }', 1],
    ['async function f() { for await (const x of y) x(); }', 1],
    ['class A { x = 1; }', 1],
    ['/(?<=a)b/.test(c);', 1],
    ['/(?<year>a)/.test(c);', 1],
    ['async function f(a, b = {}) { const { c } = b; return `${await a}${c}`; }', 0],
  ])('%s has %i findings', (code, mistakes) => {
    const path = join(folder, `${Buffer.from(code).toString('hex').slice(0, 40)}.js`);
    writeFileSync(path, code);
    expect(newerScripts([path])).toHaveLength(mistakes);
  });
});

describe('browser APIs in ESLint', () => {
  // Only the rules of the guard, and no types, which they do not need: all types of the app take a minute on a busy machine.
  const lint = new ESLint({
    cwd: root,
    overrideConfig: { languageOptions: { parserOptions: { projectService: false, project: null } } },
    ruleFilter: ({ ruleId }) => ruleId === 'compat/compat' || ruleId === 'no-restricted-syntax',
  });
  const seen = async (code: string, path = 'src/lib/config.ts') => {
    const [result] = await lint.lintText(code, { filePath: join(root, path) });
    return result!.messages.filter(({ ruleId }) => ruleId === 'compat/compat').length;
  };
  it.each(["new BroadcastChannel('a');", 'structuredClone({});', 'new Intl.ListFormat();', 'new OffscreenCanvas(1, 1);', 'Promise.any([]);', 'navigator.locks.query();', '/(?<=a)b/.test(document.title);', 'AbortSignal.timeout(5);'])(
    'compat/compat reports %s',
    { timeout: 60_000 },
    async (code) => expect(await seen(code)).toBeGreaterThan(0),
  );
  it.each(['[1].at(-1);', '[1].findLast(Boolean);', '[2, 1].toSorted();', "Object.hasOwn({}, 'a');", 'crypto.randomUUID();', 'document.forms[0].requestSubmit();', 'document.querySelector("dialog").showModal();', "matchMedia('print').addEventListener('change', load);", "new Intl.DateTimeFormat('vi', { dateStyle: 'long' });"])(
    'no-restricted-syntax reports %s',
    { timeout: 60_000 },
    async (code) => {
      const [result] = await lint.lintText(code, { filePath: join(root, 'src/lib/config.ts') });
      expect(result!.messages.some(({ ruleId }) => ruleId === 'no-restricted-syntax')).toBe(true);
    },
  );
  it('no-restricted-syntax reports a dialog element, which iOS 15.0 does not support', async () => {
    const [result] = await lint.lintText('export const a = <dialog open />;', { filePath: join(root, 'src/ui/Card.tsx') });
    expect(result!.messages.map(({ ruleId }) => ruleId)).toContain('no-restricted-syntax');
  });
  it.each(['new ResizeObserver(load);', 'new IntersectionObserver(load);', 'Object.fromEntries([]);'])('compat/compat allows %s in the app, which has a polyfill, but not on the landing page', async (code) => {
    expect(await seen(code)).toBe(0);
    expect(await seen(code, 'src/landing/flow.ts')).toBeGreaterThan(0);
  });
  it('compat/compat allows APIs that every phone has', async () => {
    expect(await seen("void fetch('/'); new Map(); new AbortController();")).toBe(0);
  });
});

describe('methods in built scripts', () => {
  it.each(['a.at(-1)', "a.replaceAll('b', 'c')", 'a.flat()', 'a.flatMap(b)', 'Object.fromEntries(a)', 'Promise.allSettled(a)', 'a.finally(b)', 'form.requestSubmit()', 'crypto.randomUUID()', 'new ResizeObserver(f)', 'structuredClone(a)', 'AbortSignal.timeout(5)', 'panel.scrollBy({top:5})', 'dialog.showModal()'])(
    'newerCalls reports %s',
    (code) => expect(newerCalls(code, 'landing.js')).toHaveLength(1),
  );
  it('newerCalls allows older methods', () => {
    expect(newerCalls('window.scroll(0,0);typeof AbortSignal;a.BigInt(1)', 'landing.js')).toEqual([]);
    expect(newerCalls('a.map(b).filter(c).padStart(2);d.closest(e);Object.entries(f)', 'landing.js')).toEqual([]);
  });
  it('inlineScripts returns the scripts of a page, but not its data blocks', () => {
    const page = '<script>a?.b</script><script type="application/json" id="x">{"a":1}</script><script src="/assets/a.js"></script><script data-src="/a.js">load()</script>';
    expect(inlineScripts(page)).toEqual(['a?.b', 'load()']);
  });
});

describe('styles', () => {
  const seen = async (code: string) => {
    const { results } = await stylelint.lint({ code, cwd: root, configFile: join(root, 'stylelint.config.js') });
    return results[0]!.warnings.length;
  };
  it.each([
    '.a { display: flex; gap: 8px; }',
    '.a { aspect-ratio: 1; }',
    '.a { inset: 0; }',
    '.a { height: 100dvh; }',
    '.a { color: color-mix(in srgb, red, blue); }',
    ':is(.a, .b) { color: red; }',
    '.a:has(.b) { color: red; }',
    '.a { backdrop-filter: blur(2px); }',
    '.a { color: lab(50% 20 30); }',
    '@container (min-width: 1px) { .a { color: red; } }',
    '.a { color: rgb(0 0 0 / 50%); }',
    '.a { rotate: 3deg; }',
    '.a { overflow: clip; }',
    '.a { margin-inline: 8px; }',
    '.a { line-height: 1lh; }',
    '@media (width >= 400px) { .a { color: red; } }',
    '@property --x { syntax: "*"; inherits: false; }',
  ])('stylelint reports %s', async (code) => expect(await seen(code)).toBeGreaterThan(0));
  it('stylelint allows styles that every phone has', async () => {
    expect(await seen('.a { display: flex; margin: 0 0 8px; color: var(--ink); }')).toBe(0);
  });

  it.each(['.a{inset:0}', 'x=".a{color:red;inset-inline-start:4px}"', '.a{width:min(100%,20px)}', '.a:is(.b,.c){color:red}', '.a{border-start-start-radius:4px}', '.a{display:flex;gap:8px}', '.a{height:100dvh}', '.a:has(.b){color:red}', '.a{aspect-ratio:1}', '.a{height:calc(100dvh - 2rem)}', '.a{margin-inline:1rem}', '.a{color:rgb(0 0 0/50%)}', '.a{scale:1.2}'])(
    'newerStyles reports %s in the build',
    (code) => expect(newerStyles(code, 'a.js')).not.toEqual([]),
  );
  it('newerStyles does not take a script for a style', () => {
    expect(newerStyles('var a={inset:!1,gap:b};Math.min(4,c);x?y:min(z);".a{margin:0;left:0}"', 'a.js')).toEqual([]);
  });
});
