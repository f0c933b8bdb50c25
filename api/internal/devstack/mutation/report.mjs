// What a run of Gremlins came to.
import { readFileSync } from 'node:fs';

/** Of a hundred mistakes so many have to be noticed. */
export const wanted = 85;

/** Counts the mistakes of a report. One that no test even reaches is not noticed; one that does not compile is none. */
export function count(report) {
  const all = (report.files ?? []).flatMap(({ file_name: file, mutations }) => mutations.map((m) => ({ file, ...m })));
  const of = (...statuses) => all.filter(({ status }) => statuses.includes(status));
  const killed = of('KILLED', 'TIMED OUT').length;
  const alive = of('LIVED', 'NOT COVERED').sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column);
  const total = killed + alive.length;
  return { total, killed, alive, percent: total ? Math.floor((1000 * killed) / total) / 10 : 100 };
}

/** Reads the report of a run. */
export const verdicts = (file) => count(JSON.parse(readFileSync(file, 'utf8')));

/** Prints them; true where enough were noticed. */
export function show(name, { total, killed, alive, percent }) {
  for (const { file, line, column, type, status } of alive) console.log(`${file}:${line}:${column} ${type} ${status === 'LIVED' ? 'lived' : 'is not reached'}`);
  console.log(`${name}: ${killed} of ${total} planted mistakes noticed, ${percent} %`);
  return percent >= wanted;
}
