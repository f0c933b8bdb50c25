// Which tests of a package reach which of its lines: a test that never comes by a mistake is not asked about it.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cache, root } from '../launch/place.mjs';
import { before, blocksOf } from './gotest.mjs';
import { internal, packages } from './packages.mjs';
import { stateOf } from './verdicts.mjs';

const flat = (name) => name.replaceAll('/', '-');
const home = join(cache, 'mutation');

/** Runs each test alone, with a profile of what it reaches; undefined where one fails, which can be asked nothing. */
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

/** The tests of a package with how long each takes and what it reaches, measured once for each state of its files. */
export function reachOf(name, go, env) {
  const file = join(home, `${flat(name)}.${stateOf([name]).slice(0, 16)}.reach.json`);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  mkdirSync(home, { recursive: true });
  const found = measure(name, go, env);
  if (found) writeFileSync(file, JSON.stringify(found));
  return found;
}

/** The lines of the function around a line, or all there are where it is in none. */
function around(source, line) {
  const lines = source.split('\n');
  const from = lines.findLastIndex((text, i) => i < line && text.startsWith('func '));
  const to = lines.findIndex((text, i) => i >= from && text.startsWith('}'));
  return from < 0 || to + 1 < line ? [1, Infinity] : [from + 1, to + 1];
}

/**
 * The tests that come by a place, `[line, column]` of a file, the quickest first. What is no statement (the condition of a
 * case, a declaration) counts as reached by whoever reaches anything of its function; outside of functions, by all.
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

/** One profile of what any of them reaches. */
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
