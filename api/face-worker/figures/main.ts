// `npm run figures [-- --checks 500] [--minutes 15] [--stack http://127.0.0.1:8080]`: what a check costs, the distances between
// faces, and how many checks affect other requests to a running stack. These are regression figures for the only photo that the
// tests may use; they say nothing about error rates.
import { parseArgs } from 'node:util';
import { beside } from './beside';
import { costs } from './cost';
import { distances } from './distances';
import type { Line } from './line';
import { load } from './load';

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { checks: { type: 'string', default: '500' }, minutes: { type: 'string', default: '15' }, stack: { type: 'string' } },
  });
  print('distances', await distances());
  print('one frame', await costs());
  print('one check after the other', await load(Number(values.checks), Number(values.minutes) * 60_000));
  if (values.stack === undefined) console.log('\nmany checks at once: not measured, name a running stack with --stack');
  else print('many checks at once', await beside(values.stack.replace(/\/$/, '')));
}

/** Each part is printed as soon as it is known, because the whole run takes minutes. */
function print(title: string, lines: readonly Line[]): void {
  console.log(`\n${title}`);
  const width = Math.max(...lines.map(({ name }) => name.length));
  for (const { name, value, limit } of lines) {
    const kept = limit === undefined ? '' : value <= limit.most ? `  (at most ${limit.most}: kept)` : `  (at most ${limit.most}: NOT KEPT)`;
    console.log(`  ${name.padEnd(width)}  ${Number.isInteger(value) ? value : value.toFixed(3)}${kept}`);
  }
}

void main();
