// Reads and writes the formats of `go test`: coverage profiles, and the line of a failed test.

const block = /^(.+):(\d+)\.(\d+),(\d+)\.(\d+) \d+ (\d+)$/;

/** Returns the blocks of statements of a profile, and whether each was reached. */
export const blocksOf = (profile) => profile.trim().split('\n').slice(1).map((line) => {
  const [, file, ...numbers] = block.exec(line);
  const [fromLine, fromColumn, toLine, toColumn, count] = numbers.map(Number);
  return { file, from: [fromLine, fromColumn], to: [toLine, toColumn], reached: count > 0 };
});

/** Returns whether one position, `[line, column]`, precedes another. */
export const before = ([a, b], [c, d]) => a < c || (a === c && b < d);

/** Adds the gaps between the blocks of each file as reached blocks. */
export function withDeclarations(profile) {
  const [mode, ...lines] = profile.trim().split('\n');
  const files = new Map();
  for (const { file, from, to } of blocksOf(profile)) files.set(file, [...(files.get(file) ?? []), { from, to }]);
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

/** Returns the test that a line of `go test -v` reports as failed, or the failure that ended all tests. */
export const failing = (line) => /^\s*--- FAIL: (\S+)/.exec(line)?.[1] ?? /^(panic: .*|fatal error: .*)/.exec(line)?.[1];
