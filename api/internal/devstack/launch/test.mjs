// `npm test`: installs what a bare clone lacks, runs every test there is and ends with a count.
// `npm test -- --only go,app` runs some of the groups only: check, go, s3, app, native, e2e, old, audit.
import { parseArgs } from 'node:util';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as steps from './steps.mjs';
import { oldPhones } from './walks.mjs';
import { otherStore } from './store.mjs';
import { installAll } from './packages.mjs';
import { cache, checkTools, fail, killAll, root } from './tools.mjs';

const all = [
  ['check', 'generated files', steps.generated],
  ['check', 'gofmt', steps.gofmt],
  ['check', 'go vet', steps.vet],
  ['check', 'launcher', steps.launcher],
  ['go', 'go test', steps.goTests],
  ['s3', 'another S3 server', otherStore(process.argv.some((argument) => argument.includes('s3')))],
  ...['shared-types', 'mobile'].flatMap((workspace) => workspaceSteps(workspace)),
  ['native', 'Android and iOS shells', steps.native],
  ['e2e', 'browser', steps.e2e],
  ['old', 'old phones', oldPhones],
  // After all tests: it asks how those ended that the table names.
  ['check', 'specification', steps.proofs],
  ['audit', 'govulncheck', steps.govulncheck],
  ['audit', 'npm audit', steps.npmAudit],
];

/** The steps of a workspace, as far as it has the scripts. */
function workspaceSteps(workspace) {
  const { scripts = {} } = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'));
  return ['lint', 'typecheck', 'test', 'build', 'size']
    .filter((name) => scripts[name])
    .map((name) => ['app', `${workspace}: ${name}`, name === 'test' ? steps.vitest(workspace) : steps.script(name, workspace)]);
}

function wanted() {
  const { values } = parseArgs({ options: { only: { type: 'string', default: 'check,go,s3,app,native,e2e,old,audit' } } });
  const groups = values.only.split(',');
  return all.filter(([group]) => groups.includes(group));
}

/** Tells the shared test servers that nobody comes any more, and waits until they are gone. */
async function releaseServers() {
  for (const name of ['testpg', 'tests3']) {
    try {
      const pid = Number(readFileSync(join(cache, name, 'keeper.pid'), 'utf8'));
      process.kill(pid, 'SIGUSR1');
      // Another test run may still use it; then it stays.
      for (let i = 0; i < 100; i++) {
        process.kill(pid, 0);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    } catch {
      // It did not run, or has ended.
    }
  }
}

/** The end of a long message, where a command says what went wrong. */
const ending = (message) => message.trimEnd().slice(-3000);

/** Runs the steps one after the other; a step that fails does not keep the next from running. */
async function runSteps(list) {
  const total = { passed: 0, failed: 0 };
  const lines = [];
  const failures = [];
  for (const [, name, work] of list) {
    const begin = Date.now();
    console.log(`\n== ${name}`);
    let { passed = 0, failed = 0, note = '' } = {};
    try {
      ({ passed = 0, failed = 0, note = '' } = (await work()) ?? {});
    } catch (error) {
      failed = 1;
      console.log(error.message);
      failures.push(`${name}: ${ending(error.message)}`);
    }
    total.passed += passed;
    total.failed += failed;
    const counts = passed + failed ? `${passed} passed, ${failed} failed` : note || 'ok';
    lines.push(`${failed ? 'x' : ' '} ${name.padEnd(26)} ${((Date.now() - begin) / 1000).toFixed(1).padStart(7)} s   ${counts}`);
    console.log(lines.at(-1));
  }
  // Once more at the end, where whoever reads the end of a long log looks.
  console.log(`\n${[...failures, lines.join('\n')].join('\n\n')}\n`);
  return total;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, async () => {
    killAll('SIGTERM');
    await releaseServers();
    process.exit(1);
  });
}
try {
  checkTools();
  await installAll();
  const { passed, failed } = await runSteps(wanted());
  await releaseServers();
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed ? 1 : 0;
} catch (error) {
  await releaseServers();
  fail(error);
}
