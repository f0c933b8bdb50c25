import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Outcomes } from './proofs.mjs';

const proof = (file, name, inside = '') => ({ key: '1.a', file, test: name, inside });
const pkg = 'github.com/loanmarket/loanmarket/api/x';

test('results of a Go test and its subtest are found; a skipped test is no proof', () => {
  const outcomes = new Outcomes();
  outcomes.takeGo(new Map([[`${pkg} TestA`, 'pass'], [`${pkg} TestA/part_one`, 'pass'], [`${pkg} TestB`, 'skip']]));
  assert.deepEqual(outcomes.missing([proof('api/x/a_test.go', 'TestA'), proof('api/x/a_test.go', 'part one', 'TestA')]), []);
  assert.match(outcomes.missing([proof('api/x/a_test.go', 'TestB')])[0], /did not pass/);
  assert.match(outcomes.missing([proof('api/x/a_test.go', 'part two', 'TestA')])[0], /did not run/);
  assert.match(outcomes.missing([proof('api/y/a_test.go', 'TestA')])[0], /did not run/);
});

test('a parameterised test passes only if all its cases pass', () => {
  const outcomes = new Outcomes();
  const file = (first) => ({ testResults: [{ name: '/r/mobile/src/a.test.ts', assertionResults: [
    { ancestorTitles: ['phones'], title: '"1" is whole: true', status: first }, { ancestorTitles: ['phones'], title: '"2" is whole: false', status: 'passed' }] }] });
  outcomes.takeVitest(file('passed'), '/r', 'mobile');
  assert.deepEqual(outcomes.missing([proof('mobile/src/a.test.ts', '%j is whole: $ok'), proof('mobile/src/a.test.ts', 'phones')]), []);
  outcomes.takeVitest(file('failed'), '/r', 'mobile');
  assert.match(outcomes.missing([proof('mobile/src/a.test.ts', 'phones')])[0], /did not pass/);
});

test('a passed walk proves its steps; tests of a runner that did not run are not required', () => {
  const outcomes = new Outcomes();
  outcomes.takePlaywright({ suites: [{ specs: [{ title: 'walk', file: 'loan.spec.ts', ok: true, tests: [{ status: 'expected' }] }] }] }, 'mobile/e2e');
  assert.deepEqual(outcomes.missing([proof('mobile/e2e/loan.spec.ts', 'she logs in', 'walk'), proof('api/x/a_test.go', 'TestA')]), []);
});

test('results of the shell checks are parsed from their output', () => {
  const outcomes = new Outcomes();
  outcomes.takeChecks('✓ bridges agree (0.1 s)\nx manifest (2.0 s)\nwhy\n1 passed, 1 failed', 'mobile/native/checks');
  assert.deepEqual(outcomes.missing([proof('mobile/native/checks/contract.mjs', 'bridges agree')]), []);
  assert.match(outcomes.missing([proof('mobile/native/checks/manifest.mjs', 'manifest')])[0], /did not pass/);
});
