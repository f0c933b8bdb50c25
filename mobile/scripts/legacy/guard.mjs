import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const { resolve } = createRequire(import.meta.url);
const esCheck = join(dirname(resolve('es-check')), 'cli/index.js');

/**
 * Returns es-check's findings for scripts with a syntax newer than ES2017, the newest that Safari 11 and Chrome 60
 * support.
 */
export function newerScripts(paths) {
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [esCheck, 'es2017', ...paths], { encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } });
  if (error) throw error;
  return status === 0 ? [] : [`newer than ES2017:\n${stdout}${stderr}`];
}

/**
 * Methods of arrays, strings and elements that Safari 11 or Chrome 60 lack. ESLint does not know the types on which
 * they are called. The app's legacy build has polyfills for them; the landing page and inline scripts do not.
 */
const NEWER_CALLS = /\.(?:at|flat|flatMap|findLast|findLastIndex|toSorted|toReversed|replaceAll|matchAll|trimStart|trimEnd|allSettled|fromEntries|finally|replaceChildren|toggleAttribute|requestSubmit|randomUUID|hasOwn)\(/g;

/** Globals that Safari 11 or Chrome 60 lack, used without checking that they exist. */
const NEWER_NAMES = /(?<![\w.$])(?:new (?:ResizeObserver|IntersectionObserver|BroadcastChannel|WeakRef|OffscreenCanvas)\b|structuredClone\(|queueMicrotask\(|requestIdleCallback\(|globalThis\.|BigInt\(|AbortSignal\.(?:timeout|any)\()|\.(?:scrollBy|scrollTo|showModal|assignedElements|getAnimations)\(/g;

/** Calls in a script without polyfills that old phones lack, one line each. */
export function newerCalls(text, path) {
  return [NEWER_CALLS, NEWER_NAMES].flatMap((pattern) => [...text.matchAll(pattern)]).map(({ 0: call, index }) => `${path}: ${call}: …${text.slice(Math.max(0, index - 40), index + 40)}…`);
}

/** The inline scripts of a page, without data. */
export function inlineScripts(html) {
  return [...html.matchAll(/<script(?![^>]*\ssrc=)(?![^>]*application\/json)(?![^>]*type="module")[^>]*>([\s\S]*?)<\/script>/g)].map(([, code]) => code).filter((code) => code.trim());
}

/** CSS features that the oldest browsers lack, as they appear in a minified style sheet or in a string of a script. */
const NEWER = [
  ['inset', /[;{]\s*inset(?:-[a-z-]+)?\s*:\s*[\d-]/g],
  ['logical corners', /[;{]\s*border-(?:start|end)-(?:start|end)-radius\s*:/g],
  ['min(), max(), clamp()', /:[^;{}"']{0,80}(?<![\w.$-])(?:min|max|clamp)\(\s*(?:\d|var\(|calc\()[^;{}"']*?(?:px|em|v[wh]|%)[^;{}"']*[;}]/g],
  [':is() or :where()', /[\w\])]?:(?:is|where)\([.#:[a-z]/g],
  // Ionic's own use has a fallback with @supports.
  [':has()', /:has\((?!\s*>\s*ion-content)[.#:>[a-z ]/g],
  ['aspect-ratio', /[;{]\s*aspect-ratio\s*:\s*[\da]/g],
  ['gap', /[;{]\s*(?:row-|column-)?gap\s*:\s*[\d.v]/g],
  ['color-mix()', /color-mix\(in /g],
  ['newer units', /:[^;{}"']*?(?<![\w#.-])\d*\.?\d+(?:[dsl]v[hw]|r?lh|cq[whib])\b/g],
  ['logical sides', /[;{]\s*(?:margin|padding|border)-(?:inline|block)(?:-[a-z]+)*\s*:/g],
  ['a colour with spaces', /[:\s,(](?:rgb|hsl)a?\(\d[\d.%]*(?:deg)? +\d/g],
  ['an individual transform property', /[;{]\s*(?:translate|rotate|scale)\s*:\s*[\d-]/g],
];

/** Unsupported CSS features in the files sent to old phones, including Ionic's style sheets, one line each. */
export function newerStyles(text, path) {
  return NEWER.flatMap(([name, pattern]) => [...text.matchAll(pattern)].map(({ index }) => `${path}: ${name}: …${text.slice(Math.max(0, index - 40), index + 60)}…`));
}
