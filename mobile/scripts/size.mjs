// `npm run size -w mobile`, after a build: checks the size of the first screens against their limits, and whether old
// phones can run the files that they receive.
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { firstLoad, firstSources, kilobytes, landingLoad, LATER, LIMITS } from './firstLoad.mjs';
import { inlineScripts, newerCalls, newerScripts, newerStyles } from './legacy/guard.mjs';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const read = (path) => readFileSync(dist + path);
/** Style sheets that only the modern build links. */
const modernOnly = (path) => path.endsWith('.css') && !JSON.stringify(JSON.parse(read('legacy/.vite/manifest.json'))).includes(path.split('/').pop());
let failed = false;

function hold(title, files, limit) {
  const total = kilobytes(files);
  for (const { path, brotli } of files.slice(0, 6)) console.log(`${(brotli / 1024).toFixed(1).padStart(7)} KB  ${path}`);
  console.log(`${total.toFixed(1).padStart(7)} KB  ${title}, limit ${limit} KB\n`);
  if (total > limit) failed = true;
}

for (const build of ['modern', 'legacy']) {
  hold(`first load, ${build}`, firstLoad(read, build), LIMITS[build].app);
  const landing = landingLoad(read, build);
  if (landing) hold(`landing page, ${build}`, landing, LIMITS[build].landing);
  const early = firstSources(read, build).filter((source) => LATER.test(source));
  if (early.length) {
    failed = true;
    console.log(`The first screen loads sources that only later screens need:\n${early.join('\n')}`);
  }
}

// Old phones receive the scripts of the legacy build, the landing page's script, and the inline scripts of all pages,
// including the pixel page.
const named = (pattern) => readdirSync(`${dist}assets`).filter((name) => pattern.test(name)).map((name) => `${dist}assets/${name}`);
const legacy = named(/-legacy-.*\.js$/);
const landing = (landingLoad(read) ?? []).filter(({ path }) => path.endsWith('.js')).map(({ path }) => dist + path);
const work = mkdtempSync(join(tmpdir(), 'inline-'));
const inline = ['legacy/index.html', 'landing.html', 'pixel.html'].flatMap((page) => inlineScripts(read(page).toString()).map((code, i) => {
  const path = join(work, `${page.replace('/', '-')}-${i}.js`);
  writeFileSync(path, code);
  return path;
}));
const text = (path) => readFileSync(path, 'utf8');
const styles = [...named(/\.css$/), `${dist}landing.html`].filter((path) => !modernOnly(path));
for (const mistake of [
  ...newerScripts([...legacy, ...landing, ...inline]),
  ...[...landing, ...inline].flatMap((path) => newerCalls(text(path), path)),
  ...[...legacy, ...landing, ...styles].flatMap((path) => newerStyles(text(path), path)),
]) {
  failed = true;
  console.log(mistake);
}
rmSync(work, { recursive: true });
if (failed) process.exitCode = 1;
