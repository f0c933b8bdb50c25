import { brotliCompressSync, constants } from 'node:zlib';

/** What the first screen may cost in JavaScript and CSS, brotli 11; the landing page with its HTML and pictures. */
export const LIMITS = {
  modern: { app: 180, landing: 30 },
  legacy: { app: 260, landing: 30 },
};

/** How many scripts and styles a page may ask for that home has not: each costs a request, with its headers. */
export const PAGE_FILES = 14;

/** Chunks that the first screen (the home tab in Vietnamese) asks for beside what index.html names. */
const texts = ['common', 'terms', 'home', 'loan', 'verify'].map((area) => `src/i18n/vi/${area}.ts`);
const FIRST_SCREEN = ['src/features/home/HomePage.tsx', ...texts];

/** Nothing of these belongs to the first screen: forms, camera, documents, QR codes, other languages, what a pull asks for. */
export const LATER = new RegExp([
  'src/ui/photo/', 'src/ui/form/(?!Slider|Choice|FieldFrame|Field\\.module|OptionList|search)', 'react-hook-form', '@ionic/core/components/ion-refresher', 'qrcode|src/shared/pay/qr', 'pdf',
  'src/features/(?!home)\\w+/(?:\\w+/)?[A-Z]\\w*Page', 'src/i18n/(?:en|th|cn)/', 'src/lib/pageErrors/(?!watch)',
].join('|'));

const folders = { modern: '', legacy: 'legacy/' };

/**
 * Every script and style that the first screen loads, with its size: what the page names, the first screen's own chunks,
 * and everything these import statically.
 * @param {(path: string) => Buffer} read reads a file of dist
 * @param {'modern' | 'legacy'} build
 */
export function firstLoad(read, build = 'modern') {
  return sized(read, [...visit(read, build, ['index.html', ...FIRST_SCREEN]), ...named(read, `${folders[build]}index.html`)]);
}

/**
 * How many files each page asks for that home has not, its texts aside; by the page's source.
 * @param {(path: string) => Buffer} read reads a file of dist
 * @returns {Record<string, number>}
 */
export function pageFiles(read) {
  const home = visit(read, 'modern', ['index.html', ...FIRST_SCREEN]);
  const pages = Object.keys(chunks(read, 'modern')).filter((key) => /^src\/features\/.*Page\.tsx$/.test(key));
  return Object.fromEntries(pages.map((page) => [page, Array.from(visit(read, 'modern', [page])).filter((file) => !home.has(file)).length]));
}

/** Everything that the landing page loads, itself included; null while there is none. */
export function landingLoad(read, build = 'modern') {
  const page = `${folders[build]}landing.html`;
  try {
    read(page);
  } catch {
    return null;
  }
  return sized(read, [page, ...visit(read, build, ['landing.html']), ...named(read, page)]);
}

/** The sources of every script that the first screen waits for (scripts/modules.ts). */
export function firstSources(read, build = 'modern') {
  const modules = JSON.parse(read(`${folders[build]}.vite/modules.json`).toString());
  return firstLoad(read, build).flatMap(({ path }) => modules[path] ?? []);
}

const chunks = (read, build) => JSON.parse(read(`${folders[build]}.vite/manifest.json`).toString());

function visit(read, build, keys) {
  const manifest = chunks(read, build);
  const wanted = new Set();
  const walk = (key) => {
    const chunk = manifest[key];
    if (!chunk || wanted.has(chunk.file)) return;
    wanted.add(chunk.file);
    (chunk.css ?? []).forEach((file) => wanted.add(file));
    (chunk.imports ?? []).forEach(walk);
  };
  keys.forEach((key) => walk(build === 'legacy' ? key.replace(/(\.\w+)$/, '-legacy$1') : key));
  return wanted;
}

/** Own files that a page names itself: scripts, styles, pictures. */
function named(read, page) {
  const html = read(page).toString().replace(/<link rel="icon"[^>]*>/g, '');
  return [...html.matchAll(/\s(?:src|href|data-src)="\/(assets\/[^"]+)"/g)].map(([, file]) => file);
}

function sized(read, paths) {
  return Array.from(new Set(paths))
    .map((path) => ({ path, brotli: sizeOf(read(path)) }))
    .sort((a, b) => b.brotli - a.brotli);
}

/** The sum of sizes in KB. */
export const kilobytes = (files) => files.reduce((sum, file) => sum + file.brotli, 0) / 1024;

function sizeOf(content) {
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}
