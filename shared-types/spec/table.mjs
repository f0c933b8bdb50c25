// `npm run spec -w shared-types`: writes coverage.md, which lists the tests that prove each row of the specification.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readRows, readSections } from './rows.mjs';
import { scan } from './scan.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const file = new URL('coverage.md', import.meta.url);

/** Throws if a proof names an unknown row. */
export function known(rows, proofs) {
  const keys = new Set(rows.map(({ key }) => key));
  const strange = proofs.filter(({ key }) => !keys.has(key));
  if (strange.length) throw new Error(strange.map(({ key, file, line }) => `${file}:${line}: there is no row ${key || '(empty)'}.`).join('\n'));
}

/** Returns the table as Markdown. */
export function table(rows, sections, proofs) {
  const lines = ['# Which test proves which row of the specification', '', 'Written by `npm run spec -w shared-types`; edit the tags in the tests instead.'];
  let section = '';
  for (const row of rows) {
    if (row.section !== section) {
      section = row.section;
      lines.push('', `## ${section}. ${sections.get(section)}`, '', '| row | what | proved by |', '|---|---|---|');
    }
    const cells = proofs.filter(({ key }) => key === row.key).map(({ file, test, inside }) => `\`${file}\` ${inside ? `${inside} > ` : ''}${test}`);
    lines.push(`| ${row.key} | ${cell(row.text)} | ${[...new Set(cells)].map(cell).join('<br>')} |`);
  }
  return `${lines.join('\n')}\n`;
}

/** Returns the rows without a test. */
export function open(rows, proofs) {
  const proved = new Set(proofs.map(({ key }) => key));
  return rows.filter(({ key }) => !proved.has(key)).map(({ key }) => key);
}

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

/** Returns the current table and its rows without a test. Throws on an unknown key. */
function current() {
  const rows = readRows();
  const proofs = scan(root);
  known(rows, proofs);
  return { text: table(rows, readSections(), proofs), rows, empty: open(rows, proofs) };
}

/** Throws if coverage.md is not up to date, or a row has no test. */
export function check() {
  const { text, empty } = current();
  if (readFileSync(file, 'utf8') !== text) throw new Error('shared-types/spec/coverage.md is stale: npm run spec -w shared-types');
  if (empty.length) throw new Error(`These rows of the specification have no test: ${empty.join(' ')}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { text, rows, empty } = current();
  writeFileSync(file, text);
  console.log(`${rows.length - empty.length} of ${rows.length} rows proved${empty.length ? `; open: ${empty.join(' ')}` : ''}`);
}
