// What `go test` reads and writes: the tests of a file, a profile of coverage, the line of a test that failed.

const block = /^(.+):(\d+)\.(\d+),(\d+)\.(\d+) \d+ \d+$/;

/** Adds what lies between the blocks of each file, as if it had been reached. */
export function withDeclarations(profile) {
  const [mode, ...lines] = profile.trim().split('\n');
  const files = new Map();
  for (const line of lines) {
    const [, file, ...numbers] = block.exec(line);
    const [fromLine, fromColumn, toLine, toColumn] = numbers.map(Number);
    files.set(file, [...(files.get(file) ?? []), { from: [fromLine, fromColumn], to: [toLine, toColumn] }]);
  }
  const before = ([a, b], [c, d]) => a < c || (a === c && b < d);
  const gaps = [];
  for (const [file, blocks] of files) {
    blocks.sort((a, b) => (before(a.from, b.from) ? -1 : 1));
    let end = [1, 1];
    for (const { from, to } of [...blocks, { from: [1_000_000, 1], to: [1_000_000, 1] }]) {
      if (before(end, from)) gaps.push(`${file}:${end[0]}.${end[1]},${from[0]}.${from[1]} 1 1`);
      if (before(end, to)) end = to;
    }
  }
  return [mode, ...lines, ...gaps].join('\n');
}

/** The test that a line of `go test -v` says has failed, or what ended them all. */
export const failing = (line) => /^\s*--- FAIL: (\S+)/.exec(line)?.[1] ?? /^(panic: .*|fatal error: .*)/.exec(line)?.[1];

/** The names of the tests of a file. */
export const testsIn = (source) => [...source.matchAll(/^func (Test(?!Main\b)\w*)\(/gm)].map(([, name]) => name);
