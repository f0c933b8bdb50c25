import { brotliCompressSync, constants } from 'node:zlib';

/**
 * The limits of JavaScript and CSS for the first screen in KB, compressed with brotli 11. The landing page includes its
 * HTML and pictures.
 */
export const LIMITS = {
  modern: { app: 180, landing: 30 },
  legacy: { app: 260, landing: 30 },
};

/**
 * The maximum number of scripts and styles that a page may load in addition to those of home, because each costs a
 * request.
 */
export const PAGE_FILES = 14;

/** The chunks that the first screen (the home tab in Vietnamese) loads in addition to those named in index.html. */
const texts = ['common', 'terms', 'home', 'loan', 'verify'].map((area) => `src/i18n/vi/${area}.ts`);
const FIRST_SCREEN = ['src/features/home/HomePage.tsx', ...texts];

/**
 * Sources that must not be part of the first screen: forms, camera, documents, QR codes, other languages,
 * pull-to-refresh.
 */
export const LATER = new RegExp([
  'src/ui/photo/', 'src/ui/form/(?!Slider|Choice|FieldFrame|Field\\.module|OptionList|search)', 'react-hook-form', '@ionic/core/components/ion-refresher', 'qrcode|src/shared/pay/qr', 'pdf',
  'src/features/(?!home)\\w+/(?:\\w+/)?[A-Z]\\w*Page', 'src/i18n/(?:en|th|cn)/', 'src/lib/pageErrors/(?!watch)',
].join('|'));

const folders = { modern: '', legacy: 'legacy/' };

/**
 * Every script and style of the first screen, with its size: those named in the page, the first screen's own chunks,
 * and all their static imports.
 * @param {(path: string) => Buffer} read reads a file of dist
 * @param {'modern' | 'legacy'} build
 */
export function firstLoad(read, build = 'modern') {
  return sized(read, [...visit(read, build, ['index.html', ...FIRST_SCREEN]), ...named(read, `${folders[build]}index.html`)]);
}

/**
 * The number of files that each page loads in addition to those of home, without texts, by the page's source.
 * @param {(path: string) => Buffer} read reads a file of dist
 * @returns {Record<string, number>}
 */
export function pageFiles(read) {
  const home = visit(read, 'modern', ['index.html', ...FIRST_SCREEN]);
  const pages = Object.keys(chunks(read, 'modern')).filter((key) => /^src\/features\/.*Page\.tsx$/.test(key));
  return Object.fromEntries(pages.map((page) => [page, Array.from(visit(read, 'modern', [page])).filter((file) => !home.has(file)).length]));
}

/** All files of the landing page, including the page itself; null if it was not built. */
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

/** The own files that a page names directly: scripts, styles, pictures. */
function named(read, page) {
  const html = read(page).toString().replace(/<link rel="icon"[^>]*>/g, '');
  return [...html.matchAll(/\s(?:src|href|data-src)="\/(assets\/[^"]+)"/g)].map(([, file]) => file);
}

function sized(read, paths) {
  return Array.from(new Set(paths))
    .map((path) => ({ path, brotli: sizeOf(read(path)) }))
    .sort((a, b) => b.brotli - a.brotli);
}

/** The total size in KB. */
export const kilobytes = (files) => files.reduce((sum, file) => sum + file.brotli, 0) / 1024;

function sizeOf(content) {
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}
