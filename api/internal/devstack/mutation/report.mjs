// Evaluates the report of Gremlins.
import { readFileSync } from 'node:fs';

/** The percentage of mutants that must be killed. */
export const wanted = 85;

/** Counts the mutants of a report. One that no test reaches counts as alive; one that does not compile is not counted. */
export function count(report) {
  const all = (report.files ?? []).flatMap(({ file_name: file, mutations }) => mutations.map((m) => ({ file, ...m })));
  const of = (...statuses) => all.filter(({ status }) => statuses.includes(status));
  const killed = of('KILLED', 'TIMED OUT').length;
  const alive = of('LIVED', 'NOT COVERED').sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column);
  const total = killed + alive.length;
  return { total, killed, alive, percent: total ? Math.floor((1000 * killed) / total) / 10 : 100 };
}

/** Reads and counts the report of a run. */
export const verdicts = (file) => count(JSON.parse(readFileSync(file, 'utf8')));

/** Prints the results; returns whether enough mutants were killed. */
export function show(name, { total, killed, alive, percent }) {
  for (const { file, line, column, type, status } of alive) console.log(`${file}:${line}:${column} ${type} ${status === 'LIVED' ? 'survived' : 'is not reached'}`);
  console.log(`${name}: ${killed} of ${total} mutants noticed, ${percent} %`);
  return percent >= wanted;
}
