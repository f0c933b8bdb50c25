// `npm test`: installs what a bare clone lacks, runs all tests and prints the counts. With CI set, as in .ci/run, it also runs
// the tests on a second S3 server and on old phones.
//   npm test -- --only go,app      only these groups: check, go, s3, pgbouncer, app, native, e2e, old, audit
//   npm test -- --changed          what the changes of this clone can affect; with --since <commit>, the changes since a commit
import { parseArgs } from 'node:util';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runLanes } from './lanes.mjs';
import { installAll } from './packages.mjs';
import { everyStep, reachedSteps } from './plan.mjs';
import { slowest } from './slowest.mjs';
import { cache, checkTools, fail, killAll, Sentence } from './tools.mjs';

const groups = `check,go,app,native,e2e,audit${process.env.CI ? ',s3,old' : ''}`;

/** Parses the arguments. An unknown group is an error: otherwise no step would run and the run would succeed. */
function asked() {
  const { values } = parsed({ only: { type: 'string', default: groups }, changed: { type: 'boolean' }, since: { type: 'string' } });
  const only = values.only.split(',');
  const known = [...new Set(everyStep().map(({ group }) => group))];
  const unknown = only.filter((group) => !known.includes(group));
  if (unknown.length) throw new Sentence(`there is no group ${unknown.join(', ')}; there are ${known.join(', ')}.`);
  return { ...values, only };
}

function parsed(options) {
  try {
    return parseArgs({ options });
  } catch (error) {
    throw new Sentence(`${error.message}\nnpm test -- [--only go,app] [--changed] [--since <commit>]`);
  }
}

/** Returns the selected steps. */
function wanted({ only, changed, since }) {
  const steps = changed || since ? reachedSteps(since) : everyStep();
  return steps.filter(({ group }) => only.includes(group));
}

/** Tells the shared test servers that no further user will come, and waits until they have ended. */
async function releaseServers() {
  for (const name of ['testpgbouncer', 'testpg', 'tests3']) {
    try {
      const pid = Number(readFileSync(join(cache, name, 'keeper.pid'), 'utf8'));
      process.kill(pid, 'SIGUSR1');
      // It keeps running if another test run uses it.
      for (let i = 0; i < 100; i++) {
        process.kill(pid, 0);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    } catch {
      // It was not running, or has ended.
    }
  }
}

/** Returns the end of a long message, which contains the error of a command. */
const ending = (message) => message.trimEnd().slice(-3000);

/** Runs one step and prints its result. */
async function runStep({ name, work }) {
  const begin = Date.now();
  console.log(`== ${name}`);
  let result = {};
  let failure;
  try {
    result = (await work()) ?? {};
  } catch (error) {
    result = { failed: 1 };
    failure = `${name}: ${ending(error.message)}`;
    console.log(error.message);
  }
  const { passed = 0, failed = 0, note = '' } = result;
  const counts = passed + failed ? `${passed} passed, ${failed} failed` : note || 'ok';
  const line = `${failed ? 'x' : ' '} ${name.padEnd(26)} ${((Date.now() - begin) / 1000).toFixed(1).padStart(7)} s   ${counts}`;
  console.log(line);
  return { passed, failed, line, failure };
}

/** Runs the steps in their lanes and prints all results. A failed step does not stop the others. */
async function runSteps(steps) {
  const all = await runLanes(steps, runStep);
  // Everything is printed once more at the end, because that is where readers of a long log look.
  const slow = slowest();
  const parts = [slow.length ? `The slowest tests:\n${slow.join('\n')}` : '', ...all.map(({ failure }) => failure ?? ''), all.map(({ line }) => line).join('\n')];
  console.log(`\n${parts.filter(Boolean).join('\n\n')}\n`);
  const sum = (what) => all.reduce((total, result) => total + result[what], 0);
  return { passed: sum('passed'), failed: sum('failed') };
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, async () => {
    killAll('SIGTERM');
    await releaseServers();
    process.exit(1);
  });
}
/**
 * Parses the arguments and checks the tools before anything runs, so that a failure does not affect servers of another test
 * run.
 */
function begin() {
  try {
    checkTools();
    return asked();
  } catch (error) {
    return fail(error);
  }
}

const what = begin();
try {
  await installAll();
  const { passed, failed } = await runSteps(wanted(what));
  await releaseServers();
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed ? 1 : 0;
} catch (error) {
  await releaseServers();
  fail(error);
}
