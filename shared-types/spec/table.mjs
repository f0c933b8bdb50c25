// `npm run spec -w shared-types`: writes coverage.md, which test proves which row of the specification.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readRows, readSections } from './rows.mjs';
import { scan } from './scan.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const file = new URL('coverage.md', import.meta.url);

/** Throws when a proof names a row that there is not. */
export function known(rows, proofs) {
  const keys = new Set(rows.map(({ key }) => key));
  const strange = proofs.filter(({ key }) => !keys.has(key));
  if (strange.length) throw new Error(strange.map(({ key, file, line }) => `${file}:${line}: there is no row ${key || '(empty)'}.`).join('\n'));
}

/** The table as Markdown. */
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

/** The rows that no test proves. */
export function open(rows, proofs) {
  const proved = new Set(proofs.map(({ key }) => key));
  return rows.filter(({ key }) => !proved.has(key)).map(({ key }) => key);
}

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

/** The table of now and what is open in it. Throws on a key that there is not. */
function current() {
  const rows = readRows();
  const proofs = scan(root);
  known(rows, proofs);
  return { text: table(rows, readSections(), proofs), rows, empty: open(rows, proofs) };
}

/** Throws when coverage.md is not what the tags say, or a row has no proof. */
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
