// Finds the tags `// spec: <key>[, <key>]` in the sources of the tests, and the test that each stands above.
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

const folders = ['api', 'mobile/src', 'mobile/e2e', 'mobile/scripts', 'mobile/native/checks', 'mobile/android/app/src/test', 'shared-types', 'migrations'];
const isTest = /(_test\.go|\.(test|spec)\.(ts|tsx|mjs)|Test\.java)$|^mobile\/native\/checks\/.+\.mjs$/;

/** Returns the test files below a root folder as sorted relative paths. */
function testFiles(root) {
  const found = [];
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.name === 'node_modules' || entry.name.startsWith('.')) continue;
      const path = join(folder, entry.name);
      const name = relative(root, path).replaceAll('\\', '/');
      if (entry.isDirectory()) walk(path);
      else if (isTest.test(name)) found.push(name);
    }
  };
  folders.forEach((folder) => walk(join(root, folder)));
  return found.sort();
}

/** Returns all proofs below a root folder: { key, file, test, inside }; see proofsOf. */
export function scan(root) {
  return testFiles(root).flatMap((file) => proofsOf(file, readFileSync(join(root, file), 'utf8')));
}

/**
 * Returns the proofs in one source. `test` is the name of the test below the tag, as reported by its runner. `inside`
 * is the enclosing test of a subtest (t.Run, test.step), otherwise empty. Throws if a tag is not above a test.
 */
export function proofsOf(file, source) {
  const lines = source.split('\n');
  return lines.flatMap((line, at) => {
    const tag = /^\s*\/\/\s*spec:\s*(.*?)\s*$/.exec(line);
    if (!tag) return [];
    const head = lines.findIndex((later, index) => index > at && !/^\s*(\/\/|@Test\b|\*|\/\*)/.test(later));
    const test = head < 0 ? undefined : nameAt(file, lines, head);
    if (!test) throw new Error(`${file}:${at + 1}: the tag is not above a test.`);
    return tag[1].split(/\s*,\s*/).map((key) => ({ key, file, line: at + 1, ...test }));
  });
}

/** Returns the name of the test that starts at a line, and of its enclosing test. */
function nameAt(file, lines, at) {
  const head = lines[at];
  if (file.endsWith('.go')) {
    const top = /^func ((?:Test|Fuzz)\w+)\(/.exec(head);
    if (top) return { test: top[1], inside: '' };
    const part = /^\s+\w+\.Run\("((?:[^"\\]|\\.)+)"/.exec(head);
    return part && { test: part[1], inside: above(lines, at, /^func ((?:Test|Fuzz)\w+)\(/) };
  }
  if (file.endsWith('.java')) {
    const method = /^\s*public void (\w+)\(\)/.exec(head);
    return method && { test: method[1], inside: '' };
  }
  const step = /^\s+(?:await )?test\.step\((['"`])(.+?)\1,/.exec(head);
  if (step) return { test: step[2], inside: above(lines, at, /^ {0,2}test\((['"`])(.+?)\1,/) };
  const name = called(lines.slice(at).join('\n'));
  return name && { test: name, inside: '' };
}

/** Returns the last match of a test's head above a line. */
function above(lines, at, head) {
  for (let i = at - 1; i >= 0; i--) {
    const found = head.exec(lines[i]);
    if (found) return found.at(-1);
  }
  return '';
}

/** Returns the title in `test('…'`, `describe('…'`, `check('…'` or `it.each(table)('…'`. */
function called(source) {
  const begin = /^\s*(?:it|test|describe|check)(?:\.(?:each|for)(?=\())?\(/.exec(source);
  if (!begin) return undefined;
  let at = begin[0].length;
  if (/\.(each|for)\($/.test(begin[0])) at = closing(source, at);
  const title = /^\(?\s*(['"`])((?:\\.|(?!\1)[^\\])+)\1/.exec(source.slice(at));
  return title?.[2].replace(/\\(['"`])/g, '$1');
}

/**
 * Returns the position after the bracket that closes the one open at `from`. Skips strings, comments and regular
 * expressions.
 */
function closing(source, from) {
  const token = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`|\/\/.*|\/\*[\s\S]*?\*\/|\/(?![/*\s])(?:\\.|\[(?:\\.|[^\]])*\]|[^/\\\n])+\/|[()]/g;
  token.lastIndex = from;
  for (let depth = 1, match; (match = token.exec(source)); ) {
    if (match[0] === '(') depth++;
    if (match[0] === ')' && --depth === 0) return match.index + 1;
  }
  return source.length;
}
