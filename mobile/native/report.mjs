// Collects and runs the checks of the shells.
const checks = [];

/** Why a check cannot run on this machine. It is reported, and counts neither as passed nor as failed. */
export class Skip extends Error {}

/** Adds a check, which passes if `work` returns. */
export function check(name, work) {
  checks.push([name, work]);
}

/** Throws the sentence if the condition is false. */
export function hold(condition, sentence) {
  if (!condition) throw new Error(sentence);
}

/** Throws unless `work` throws, to prove that a check detects a planted mistake. */
export async function mustNotice(mistake, work) {
  try {
    await work();
  } catch (error) {
    if (error instanceof Skip) throw error;
    return;
  }
  throw new Error(`This planted mistake went unnoticed: ${mistake}`);
}

/** Runs all checks in order. The last line of the output says how many passed. */
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
