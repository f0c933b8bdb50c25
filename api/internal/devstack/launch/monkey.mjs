// `npm run monkey`: random steps in the app on the real stack, more of them than in `npm test`. A failure prints its seed and a
// shortened list of its steps.
//   npm run monkey -- --steps 10000         how many steps, 150 for each borrower
//   npm run monkey -- --seed 11             the first seed; the seed of a failure repeats it
//   npm run monkey -- --list "tap:.1:.2 …"  a list as printed; --debts for a borrower with a running loan
//   npm run monkey -- --tries 20            how often a failure is repeated to shorten it
import { parseArgs } from 'node:util';
import { installAll } from './packages.mjs';
import { checkTools, fail, killAll } from './tools.mjs';
import { walkAll } from './walks.mjs';

const { values } = parseArgs({
  options: {
    steps: { type: 'string', default: '10000' }, seed: { type: 'string', default: String(Date.now() % 1_000_000) }, tries: { type: 'string', default: '20' },
    list: { type: 'string' }, debts: { type: 'boolean', default: false },
  },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    killAll('SIGTERM');
    process.exit(1);
  });
}
try {
  checkTools();
  await installAll();
  const { steps, seed, tries, list, debts } = values;
  if (!list) console.log(`${steps} steps from seed ${seed}`);
  Object.assign(process.env, { MONKEY_STEPS: steps, MONKEY_SEED: seed, MONKEY_TRIES: tries, ...(list ? { MONKEY_LIST: list, MONKEY_DEBTS: debts ? '1' : '0' } : {}) });
  const failures = [];
  // Each borrower takes about half a minute: without a line for each, the command would be silent for minutes.
  const progress = (line) => / › (seed \d+|the list) /.test(line) && console.log(line.trimEnd());
  const { passed, failed } = await walkAll((report) => failures.push(...messages(report.suites ?? [])), ['monkey'], progress);
  console.log([...failures, `${passed} passed, ${failed} failed`].join('\n\n'));
  process.exitCode = failed ? 1 : 0;
} catch (error) {
  fail(error);
}

/** Returns the error messages of the tests in a report. */
function messages(suites) {
  return suites.flatMap(({ suites: within = [], specs = [] }) => [
    ...messages(within),
    ...specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors.map(({ message }) => message)))),
  ]);
}
