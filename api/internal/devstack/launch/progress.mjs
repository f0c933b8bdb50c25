// Shows the progress of long steps, and stores how long each took the last time.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache } from './place.mjs';

/** Shared with `loanmarket dev`, which stores the durations of its background steps: seconds by step name. */
const file = join(cache, 'estimates.json');

function estimates() {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}

/** Returns how long a step took the last time, in seconds; undefined if unknown. */
export const usually = (name) => estimates()[name];

/** Stores how long a step took. */
export function keep(name, seconds) {
  mkdirSync(cache, { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify({ ...estimates(), [name]: Math.round(seconds * 10) / 10 }, null, 2));
  renameSync(`${file}.new`, file);
}

/** Steps that have started and not ended: the remaining time of each is the next start's estimate. */
const under = new Map();

/** Stores the estimates of steps that are being interrupted. */
export function keepUnderWay() {
  for (const [name, { begin, usual }] of under) keep(name, Math.max(usual - (Date.now() - begin) / 1000, usual / 10));
  under.clear();
}

const guess = (left) => (left > 0 ? `about ${Math.ceil(left)} s left` : 'longer than usual');

/**
 * Runs a step and prints its name and expected duration, its progress every ten seconds, and how long it took. `usual` is the
 * expected duration in seconds on two otherwise idle processors, until a duration has been stored. A step that ends within a
 * second is not announced.
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
    // A step that found its work already done must not change the estimate.
    if (seconds() > 5) keep(name, seconds());
    return result;
  } finally {
    under.delete(name);
    clearTimeout(soon);
    clearInterval(tick);
  }
}
