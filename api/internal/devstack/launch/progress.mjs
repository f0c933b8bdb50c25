// What the launchers show of steps that take long, and how long each took the last time.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache } from './place.mjs';

/** Shared with `loanmarket dev`, which keeps what it does behind the open app: seconds by the name of the step. */
const file = join(cache, 'estimates.json');

function estimates() {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

/** How long something took the last time, in seconds; undefined when nobody knows. */
export const usually = (name) => estimates()[name];

/** Remembers how long something took. */
export function keep(name, seconds) {
  mkdirSync(cache, { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify({ ...estimates(), [name]: Math.round(seconds * 10) / 10 }, null, 2));
  renameSync(`${file}.new`, file);
}

/** Steps that were begun and have not ended: what is left of them is the next start's guess. */
const under = new Map();

/** Keeps the guesses of steps that are being ended. */
export function keepUnderWay() {
  for (const [name, { begin, usual }] of under) keep(name, Math.max(usual - (Date.now() - begin) / 1000, usual / 10));
  under.clear();
}

const guess = (left) => (left > 0 ? `about ${Math.ceil(left)} s left` : 'longer than usual');

/**
 * Shows a step: that it begins and how long it may take, a sign of life every ten seconds, and how long it took. `usual`
 * is in seconds, on two processors with nothing else to do, until the clone knows better. One that has nothing to do is
 * not announced.
 */
export async function step(name, usual, work) {
  usual = usually(name) ?? usual;
  const begin = Date.now();
  under.set(name, { begin, usual });
  const seconds = () => (Date.now() - begin) / 1000;
  const line = () => console.log(`  ${name} … ${Math.round(seconds())} s, ${guess(usual - seconds())}`);
  const soon = setTimeout(line, 1000);
  const tick = setInterval(line, 10_000);
  try {
    const result = await work();
    console.log(`  ${name.padEnd(28)} ${seconds().toFixed(1).padStart(6)} s`);
    // A step that found everything done says nothing about the next time it has to work.
    if (seconds() > 5) keep(name, seconds());
    return result;
  } finally {
    under.delete(name);
    clearTimeout(soon);
    clearInterval(tick);
  }
}
