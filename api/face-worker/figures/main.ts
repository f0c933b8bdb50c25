// `npm run figures [-- --checks 500]`: what a check costs, and how far faces are apart. Regression figures of the one photo
// that the tests may use; they claim nothing about error rates.
import { parseArgs } from 'node:util';
import { costs } from './cost';
import { distances } from './distances';
import { load } from './load';

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { checks: { type: 'string', default: '500' } } });
  const lines = [...(await distances()), ...(await costs()), ...(await load(Number(values.checks)))];
  const width = Math.max(...lines.map(({ name }) => name.length));
  for (const { name, value, limit } of lines) {
    const kept = limit === undefined ? '' : value <= limit.most ? `  (at most ${limit.most}: kept)` : `  (at most ${limit.most}: NOT KEPT)`;
    console.log(`${name.padEnd(width)}  ${Number.isInteger(value) ? value : value.toFixed(3)}${kept}`);
  }
}

void main();
