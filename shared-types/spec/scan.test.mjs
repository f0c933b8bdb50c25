import { describe, expect, it } from 'vitest';
import { readRows } from './rows.mjs';
import { proofsOf } from './scan.mjs';
import { known, open, table } from './table.mjs';

const tagged = (file, source) => proofsOf(file, source).map(({ key, test, inside }) => [key, inside, test]);

describe('spec tags', () => {
  it('name a Go test or subtest, with every key of a line', () => {
    const source = '// TestA is.\n// spec: 1.a, 2.b\nfunc TestA(t *testing.T) {\n\t// spec: 3.c\n\tt.Run("part one", func(t *testing.T) {';
    expect(tagged('a_test.go', source)).toEqual([['1.a', '', 'TestA'], ['2.b', '', 'TestA'], ['3.c', 'TestA', 'part one']]);
  });
  it('name a test, a suite and a step in TypeScript', () => {
    const source = "// spec: 1.a\ndescribe('all', () => {\n  // spec: 1.b\n  it(\"does 'it'\", () => {\n});\ntest('walk', async () => {\n  // spec: 1.c\n  await test.step('first', async";
    expect(tagged('a.test.ts', source)).toEqual([['1.a', '', 'all'], ['1.b', '', "does 'it'"], ['1.c', 'walk', 'first']]);
  });
  it('name a parameterized test', () => {
    const source = "// spec: 1.a\nit.each([\n  ['a)', /[)]/, f(x)], // )\n])(\n  '%s is %s', () => {";
    expect(tagged('a.test.ts', source)).toEqual([['1.a', '', '%s is %s']]);
  });
  it('name a Java test and a check of the native shells', () => {
    expect(tagged('ATest.java', '  // spec: 1.a\n  @Test\n  public void keepsIt() {')).toEqual([['1.a', '', 'keepsIt']]);
    expect(tagged('mobile/native/checks/a.mjs', "// spec: 1.a\ncheck('agrees', async")).toEqual([['1.a', '', 'agrees']]);
  });
  it('are rejected if they are not above a test', () => {
    expect(() => tagged('a_test.go', '// spec: 1.a\nfunc helper() {')).toThrow('a_test.go:1');
    expect(() => tagged('a.test.ts', "// spec: 1.a\nconst a = it('x')")).toThrow('a.test.ts:1');
  });
});

describe('the coverage table', () => {
  const rows = readRows("1.a: 'one'\n1.b: 'it''s'");
  const proof = { key: '1.a', file: 'a.ts', line: 3, test: 'x | y', inside: '' };
  it('has a line for each row, with an empty cell if no test proves it', () => {
    expect(table(rows, new Map([['1', 'First']]), [proof])).toMatch(/\| 1\.a \| one \| `a\.ts` x \\\| y \|\n\| 1\.b \| it's \|  \|/);
    expect(open(rows, [proof])).toEqual(['1.b']);
  });
  it('rejects an unknown key', () => {
    expect(() => known(rows, [{ ...proof, key: '1.z' }])).toThrow('a.ts:3: there is no row 1.z');
  });
  it('rejects duplicate and malformed rows', () => {
    expect(() => readRows("1.a: 'one'\n1.a: 'two'")).toThrow('twice');
    expect(() => readRows('1.a: one')).toThrow('no row');
  });
});
