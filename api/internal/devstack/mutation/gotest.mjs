// What `go test` reads and writes: a profile of coverage, the line of a test that failed.

const block = /^(.+):(\d+)\.(\d+),(\d+)\.(\d+) \d+ (\d+)$/;

/** The blocks of statements of a profile, and whether they were reached. */
export const blocksOf = (profile) => profile.trim().split('\n').slice(1).map((line) => {
  const [, file, ...numbers] = block.exec(line);
  const [fromLine, fromColumn, toLine, toColumn, count] = numbers.map(Number);
  return { file, from: [fromLine, fromColumn], to: [toLine, toColumn], reached: count > 0 };
});

/** Whether a place, `[line, column]`, comes before another. */
export const before = ([a, b], [c, d]) => a < c || (a === c && b < d);

/** Adds what lies between the blocks of each file, as if it had been reached. */
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

/** The test that a line of `go test -v` says has failed, or what ended them all. */
export const failing = (line) => /^\s*--- FAIL: (\S+)/.exec(line)?.[1] ?? /^(panic: .*|fatal error: .*)/.exec(line)?.[1];
