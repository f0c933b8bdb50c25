// `npm run --silent puppet:film`: prints the puppet's frames for each step, as JSON of base64, for tests in Go.
import { steps } from '../../src/liveness/steps';
import { film, puppet } from './camera';
import { scripts } from './scripts';

async function main(): Promise<void> {
  const actor = await puppet();
  const films: Record<string, string[]> = {};
  for (const step of steps) films[step] = (await film(actor, scripts[step])).map((frame) => frame.toString('base64'));
  process.stdout.write(JSON.stringify(films));
}

void main();
