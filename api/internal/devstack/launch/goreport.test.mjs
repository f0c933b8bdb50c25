import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GoReport } from './goreport.mjs';

/** Feeds events and returns the report; its output about failures is suppressed. */
function report(t, ...events) {
  t.mock.method(console, 'log', () => {});
  const report = new GoReport();
  for (const event of events) report.take(JSON.stringify({ Package: 'p', ...event }));
  return report;
}

const ran = (Test, Action) => [{ Action: 'run', Test }, { Action, Test }];

test('parent tests are not counted', (t) => {
  const r = report(t, { Action: 'run', Test: 'A' }, ...ran('A/one', 'pass'), ...ran('A/two', 'pass'), { Action: 'pass', Test: 'A' }, { Action: 'pass' });
  assert.deepEqual([r.passed, r.failed], [2, 0]);
});

test('a failed child is one failure, not two', (t) => {
  const r = report(t, { Action: 'run', Test: 'A' }, ...ran('A/one', 'fail'), { Action: 'fail', Test: 'A' }, ...ran('B', 'pass'), { Action: 'fail' });
  assert.deepEqual([r.passed, r.failed], [1, 1]);
});

test('a failed parent without a failed child is one failure', (t) => {
  const r = report(t, { Action: 'run', Test: 'A' }, ...ran('A/one', 'pass'), { Action: 'fail', Test: 'A' }, { Action: 'fail' });
  assert.deepEqual([r.passed, r.failed], [1, 1]);
});

test('a package that does not build is a failure', (t) => {
  const r = report(t, { Action: 'build-output', ImportPath: 'p', Output: 'undefined: x\n' }, { Action: 'build-fail', ImportPath: 'p' }, { Action: 'fail' });
  assert.deepEqual([r.passed, r.failed], [0, 1]);
});

test('a skipped test counts neither as passed nor as failed', (t) => {
  const r = report(t, ...ran('A', 'skip'), { Action: 'pass' });
  assert.deepEqual([r.passed, r.failed], [0, 0]);
});
