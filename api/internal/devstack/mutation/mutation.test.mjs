import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failing, testsIn, withDeclarations } from './gotest.mjs';
import { count } from './report.mjs';

test('what no test reaches is alive, what does not compile is no mistake, and what hangs is noticed', () => {
  const mutations = ['KILLED', 'LIVED', 'NOT COVERED', 'NOT VIABLE', 'TIMED OUT'].map((status, line) => ({ status, line, column: 1, type: 'X' }));
  const { total, killed, percent, alive } = count({ files: [{ file_name: 'a.go', mutations }] });
  assert.deepEqual({ total, killed, percent, alive: alive.length }, { total: 4, killed: 2, percent: 50, alive: 2 });
});

test('declarations between functions count as reached, statements as they were', () => {
  const text = withDeclarations('mode: set\nm/a.go:5.10,7.2 1 1\nm/a.go:9.3,9.20 1 0\n');
  assert.match(text, /m\/a\.go:9\.3,9\.20 1 0/);
  assert.match(text, /m\/a\.go:1\.1,5\.10 1 1/);
  assert.match(text, /m\/a\.go:7\.2,9\.3 1 1/);
  assert.match(text, /m\/a\.go:9\.20,1000000\.1 1 1/);
});

test('the first test that fails is named, within another one, too', () => {
  assert.equal(failing('--- FAIL: TestA (0.10s)'), 'TestA');
  assert.equal(failing('    --- FAIL: TestA/of_b (0.10s)'), 'TestA/of_b');
  assert.equal(failing('panic: test timed out after 2m0s'), 'panic: test timed out after 2m0s');
  assert.equal(failing('--- PASS: TestA (0.10s)'), undefined);
});

test('the tests of a file are its functions that begin with Test, but TestMain', () => {
  assert.deepEqual(testsIn('func TestMain(m *testing.M) {}\nfunc TestA(t *testing.T) {\n}\nfunc helper(t *testing.T) {}\nfunc TestMainRoad(t *testing.T) {}\n'), ['TestA', 'TestMainRoad']);
});
