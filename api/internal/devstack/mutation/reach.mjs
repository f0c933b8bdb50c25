// Which tests of a package reach which of its lines, so that only tests that execute a mutant are run on it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cache, root } from '../launch/place.mjs';
import { before, blocksOf } from './gotest.mjs';
import { internal, packages } from './packages.mjs';
import { stateOf } from './verdicts.mjs';

const flat = (name) => name.replaceAll('/', '-');
const home = join(cache, 'mutation');

/** Runs each test alone with coverage; undefined if one fails, because then no result is meaningful. */
function measure(name, go, env) {
  const [binary, profile] = [join(home, `${flat(name)}.reach`), join(home, `${flat(name)}.profile`)];
  const at = `./${internal}/${name}`;
  if (!go(['test', '-c', '-cover', '-covermode', 'set', '-coverpkg', at, '-o', binary, at], 'inherit')) return undefined;
  const options = { cwd: join(root, internal, name), env, encoding: 'utf8' };
  const tests = spawnSync(binary, ['-test.list', '^(Test|Fuzz)'], options).stdout.trim().split('\n');
  const found = [];
  for (const test of tests.filter((one) => !new RegExp(packages[name].skip?.[name] ?? '^$').test(one))) {
    const begun = performance.now();
    const { status, stdout } = spawnSync(binary, ['-test.run', `^${test}$`, '-test.coverprofile', profile, '-test.timeout', '20m'], options);
    if (status !== 0) {
      console.error(stdout);
      return undefined;
    }
    found.push({ test, ms: Math.round(performance.now() - begun), profile: readFileSync(profile, 'utf8') });
    rmSync(profile);
  }
  rmSync(binary);
  return found;
}

/** Returns the tests of a package with their durations and coverage, measured once for each state of its files. */
export function reachOf(name, go, env) {
  const file = join(home, `${flat(name)}.${stateOf([name]).slice(0, 16)}.reach.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  mkdirSync(home, { recursive: true });
  const found = measure(name, go, env);
  if (found) writeFileSync(file, JSON.stringify(found));
  return found;
}

/** Returns the first and last line of the function around a line, or all lines if it is outside functions. */
function around(source, line) {
  const lines = source.split('\n');
  const from = lines.findLastIndex((text, i) => i < line && text.startsWith('func '));
  const to = lines.findIndex((text, i) => i >= from && text.startsWith('}'));
  return from < 0 || to + 1 < line ? [1, Infinity] : [from + 1, to + 1];
}

/**
 * Returns the tests that reach a position, `[line, column]` of a file, fastest first. A position that is not in a statement
 * (the condition of a case, a declaration) counts as reached by tests that reach any statement of its function; outside
 * functions, by all tests.
 */
export function reaching(found, file, source, place) {
  const within = ({ file: other, from, to }) => basename(other) === file && !before(place, from) && before(place, to);
  const [first, last] = around(source, place[0]);
  const beside = ({ file: other, from, to }) => basename(other) === file && first <= from[0] && to[0] <= last;
  const all = found.map((one) => ({ ...one, blocks: blocksOf(one.profile) }));
  const statement = all.some(({ blocks }) => blocks.some(within));
  const here = statement ? within : beside;
  const everybody = !statement && last === Infinity;
  const asked = all.filter(({ blocks }) => everybody || blocks.some((block) => block.reached && here(block)));
  return asked.sort((a, b) => a.ms - b.ms).map(({ test }) => test);
}

/** Returns one profile of what any of the tests reaches. */
export function union(found) {
  const reached = new Map();
  for (const { profile } of found) {
    for (const line of profile.trim().split('\n').slice(1)) {
      const [block, , count] = line.split(' ');
      reached.set(block, reached.get(block) || count !== '0');
    }
  }
  return ['mode: set', ...[...reached].map(([block, any]) => `${block} 1 ${any ? 1 : 0}`)].join('\n');
}
