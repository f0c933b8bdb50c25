import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failing, withDeclarations } from './gotest.mjs';
import { reaching, union } from './reach.mjs';
import { count } from './report.mjs';

test('unreached mutants count as alive, uncompilable ones are ignored, and timeouts count as killed', () => {
  const mutations = ['KILLED', 'LIVED', 'NOT COVERED', 'NOT VIABLE', 'TIMED OUT'].map((status, line) => ({ status, line, column: 1, type: 'X' }));
  const { total, killed, percent, alive } = count({ files: [{ file_name: 'a.go', mutations }] });
  assert.deepEqual({ total, killed, percent, alive: alive.length }, { total: 4, killed: 2, percent: 50, alive: 2 });
});

test('declarations between functions count as reached, statements keep their coverage', () => {
  const text = withDeclarations('mode: set\nm/a.go:5.10,7.2 1 1\nm/a.go:9.3,9.20 1 0\n');
  assert.match(text, /m\/a\.go:9\.3,9\.20 1 0/);
  assert.match(text, /m\/a\.go:1\.1,5\.10 1 1/);
  assert.match(text, /m\/a\.go:7\.2,9\.3 1 1/);
  assert.match(text, /m\/a\.go:9\.20,1000000\.1 1 1/);
});

test('the first failed test or subtest is named', () => {
  assert.equal(failing('--- FAIL: TestA (0.10s)'), 'TestA');
  assert.equal(failing('    --- FAIL: TestA/of_b (0.10s)'), 'TestA/of_b');
  assert.equal(failing('panic: test timed out after 2m0s'), 'panic: test timed out after 2m0s');
  assert.equal(failing('--- PASS: TestA (0.10s)'), undefined);
});

const found = [
  { test: 'TestSlow', ms: 900, profile: 'mode: set\nm/a.go:4.2,5.9 1 1\nm/a.go:6.9,7.6 1 1\nm/b.go:4.2,5.9 1 0\n' },
  { test: 'TestQuick', ms: 10, profile: 'mode: set\nm/a.go:4.2,5.9 1 1\nm/a.go:6.9,7.6 1 0\nm/b.go:4.2,5.9 1 0\n' },
];
const source = 'package a\n\nfunc f() {\n\tx()\n\tswitch {\n\tcase y:\n\t\tz()\n\t}\n}\n\nvar v = 1\n';

test('the tests that reach a position are returned, the fastest first', () => {
  assert.deepEqual(reaching(found, 'a.go', source, [4, 3]), ['TestQuick', 'TestSlow']);
  assert.deepEqual(reaching(found, 'a.go', source, [7, 3]), ['TestSlow']);
  assert.deepEqual(reaching(found, 'b.go', source, [4, 3]), []);
});

test('a case condition is reached if its function is, a declaration always', () => {
  assert.deepEqual(reaching(found, 'a.go', source, [6, 7]), ['TestQuick', 'TestSlow']);
  assert.deepEqual(reaching(found, 'b.go', source, [6, 7]), []);
  assert.deepEqual(reaching(found, 'b.go', source, [11, 5]), ['TestQuick', 'TestSlow']);
});

test('the union contains what any test reaches', () => {
  assert.equal(union(found), 'mode: set\nm/a.go:4.2,5.9 1 1\nm/a.go:6.9,7.6 1 1\nm/b.go:4.2,5.9 1 0');
});
