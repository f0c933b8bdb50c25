import { brotliCompressSync, constants } from 'node:zlib';

/** What the first screen may cost in JavaScript and CSS, brotli 11. */
export const LIMIT_KB = 180;

/** Chunks that the first screen (the home tab in Vietnamese) asks for beside what index.html names. */
const FIRST_SCREEN = ['src/features/home/HomePage.tsx', 'src/i18n/vi/common.ts', 'src/i18n/vi/terms.ts', 'src/i18n/vi/home.ts'];

/**
 * Every script and style that the first screen loads, with its size: what index.html names, the first screen's own
 * chunks, and everything these import statically.
 * @param {(path: string) => Buffer} read reads a file of dist
 */
export function firstLoad(read) {
  const manifest = JSON.parse(read('.vite/manifest.json').toString());
  const wanted = new Set();
  const visit = (key) => {
    const chunk = manifest[key];
    if (!chunk || wanted.has(chunk.file)) return;
    wanted.add(chunk.file);
    (chunk.css ?? []).forEach((file) => wanted.add(file));
    (chunk.imports ?? []).forEach(visit);
  };
  ['index.html', ...FIRST_SCREEN].forEach(visit);
  return Array.from(wanted)
    .map((path) => ({ path, brotli: sizeOf(read(path)) }))
    .sort((a, b) => b.brotli - a.brotli);
}

function sizeOf(content) {
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}
