import { existsSync, readFileSync } from 'node:fs';
import { Sentence } from './tools.mjs';

/** Waits for a test runner and reads the counts from its report, also if tests failed. */
export async function counted(running, file, count) {
  const error = await running.then(() => null, (reason) => reason);
  if (!existsSync(file)) throw error ?? new Sentence(`The test runner wrote no report ${file}.`);
  const counts = count(JSON.parse(readFileSync(file, 'utf8')));
  if (error && !counts.failed) throw error;
  if (error) console.log(error.output.trimEnd());
  return counts;
}
