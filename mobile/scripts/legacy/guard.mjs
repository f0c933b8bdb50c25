import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const { resolve } = createRequire(import.meta.url);
const esCheck = join(dirname(resolve('es-check')), 'cli/index.js');

/** Scripts whose syntax is newer than ES2017, which is all that Safari 11 and Chrome 60 read: what es-check says of them. */
export function newerScripts(paths) {
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [esCheck, 'es2017', ...paths], { encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } });
  if (error) throw error;
  return status === 0 ? [] : [`newer than ES2017:\n${stdout}${stderr}`];
}

/**
 * Methods of arrays, strings and elements that Safari 11 or Chrome 60 lack. ESLint sees no type of what they are called on.
 * The app's own legacy build brings them along; the landing page and what stands in pages themselves do not.
 */
const NEWER_CALLS = /\.(?:at|flat|flatMap|findLast|findLastIndex|toSorted|toReversed|replaceAll|matchAll|trimStart|trimEnd|allSettled|fromEntries|finally|replaceChildren|toggleAttribute|requestSubmit|randomUUID|hasOwn)\(/g;

/** What Safari 11 or Chrome 60 have no name for, where it is called without asking whether it is there. */
const NEWER_NAMES = /(?<![\w.$])(?:new (?:ResizeObserver|IntersectionObserver|BroadcastChannel|WeakRef|OffscreenCanvas)\b|structuredClone\(|queueMicrotask\(|requestIdleCallback\(|globalThis\.|BigInt\(|AbortSignal\.(?:timeout|any)\()|\.(?:scrollBy|scrollTo|showModal|assignedElements|getAnimations)\(/g;

/** Calls in a script without polyfills that old phones lack; a line each. */
export function newerCalls(text, path) {
  return [NEWER_CALLS, NEWER_NAMES].flatMap((pattern) => [...text.matchAll(pattern)]).map(({ 0: call, index }) => `${path}: ${call}: …${text.slice(Math.max(0, index - 40), index + 40)}…`);
}

/** The scripts that stand in a page itself, data left out. */
export function inlineScripts(html) {
  return [...html.matchAll(/<script(?![^>]*\ssrc=)(?![^>]*application\/json)(?![^>]*type="module")[^>]*>([\s\S]*?)<\/script>/g)].map(([, code]) => code).filter((code) => code.trim());
}

/** Styles that the floor does not know, by how they stand in a minified sheet or in a string of a script. */
const NEWER = [
  ['inset', /[;{]\s*inset(?:-[a-z-]+)?\s*:\s*[\d-]/g],
  ['logical corners', /[;{]\s*border-(?:start|end)-(?:start|end)-radius\s*:/g],
  ['min(), max(), clamp()', /:[^;{}"']{0,80}(?<![\w.$-])(?:min|max|clamp)\(\s*(?:\d|var\(|calc\()[^;{}"']*?(?:px|em|v[wh]|%)[^;{}"']*[;}]/g],
  [':is() or :where()', /[\w\])]?:(?:is|where)\([.#:[a-z]/g],
  // Ionic's own comes with another way behind @supports.
  [':has()', /:has\((?!\s*>\s*ion-content)[.#:>[a-z ]/g],
  ['aspect-ratio', /[;{]\s*aspect-ratio\s*:\s*[\da]/g],
  ['gap', /[;{]\s*(?:row-|column-)?gap\s*:\s*[\d.v]/g],
  ['color-mix()', /color-mix\(in /g],
  ['newer units', /:[^;{}"']*?(?<![\w#.-])\d*\.?\d+(?:[dsl]v[hw]|r?lh|cq[whib])\b/g],
  ['logical sides', /[;{]\s*(?:margin|padding|border)-(?:inline|block)(?:-[a-z]+)*\s*:/g],
  ['a colour with blanks', /[:\s,(](?:rgb|hsl)a?\(\d[\d.%]*(?:deg)? +\d/g],
  ['a transform of its own', /[;{]\s*(?:translate|rotate|scale)\s*:\s*[\d-]/g],
];

/** Features of CSS in what old phones are sent, Ionic's own sheets included, that they do not know; a line each. */
export function newerStyles(text, path) {
  return NEWER.flatMap(([name, pattern]) => [...text.matchAll(pattern)].map(({ index }) => `${path}: ${name}: …${text.slice(Math.max(0, index - 40), index + 60)}…`));
}
