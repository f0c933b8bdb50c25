// The checks of the shells, as they are gathered and counted.
const checks = [];

/** A reason why a check cannot run on this machine: said, counted neither as passed nor as failed. */
export class Skip extends Error {}

/** Adds a check; it passes when `work` returns. */
export function check(name, work) {
  checks.push([name, work]);
}

/** Throws with a sentence when something does not hold. */
export function hold(condition, sentence) {
  if (!condition) throw new Error(sentence);
}

/** Throws unless `work` throws: a check that notices nothing is worth nothing. */
export async function mustNotice(mistake, work) {
  try {
    await work();
  } catch (error) {
    if (error instanceof Skip) throw error;
    return;
  }
  throw new Error(`This planted mistake went unnoticed: ${mistake}`);
}

/** Runs all checks, one after the other; the last line tells how many passed. */
export async function runChecks() {
  let passed = 0;
  let failed = 0;
  let skipped = 0;
  for (const [name, work] of checks) {
    const begin = Date.now();
    const say = (mark, more = '') => console.log(`${mark} ${name} (${((Date.now() - begin) / 1000).toFixed(1)} s)${more}`);
    try {
      await work();
      passed++;
      say('✓');
    } catch (error) {
      if (error instanceof Skip) {
        skipped++;
        say('-', `: not checked here. ${error.message}`);
        continue;
      }
      failed++;
      say('x', `\n${error.message}`);
    }
  }
  console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} not checked here` : ''}`);
  return failed === 0;
}
