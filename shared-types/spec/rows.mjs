// Reads rows.yaml, which has a fixed format: a comment starts a section, and each row is a line `key: 'text'`.
import { readFileSync } from 'node:fs';

/** Returns the rows in order: { key, section, text }. Throws on an invalid line and on a duplicate key. */
export function readRows(yaml = readFileSync(new URL('rows.yaml', import.meta.url), 'utf8')) {
  const rows = new Map();
  for (const line of yaml.split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const row = /^(([1-9])\.[a-z0-9][a-z0-9-]*): '(.+)'$/.exec(line);
    if (!row) throw new Error(`rows.yaml has a line that is no row: ${line}`);
    const [, key, section, text] = row;
    if (rows.has(key)) throw new Error(`rows.yaml has the key ${key} twice.`);
    rows.set(key, { key, section, text: text.replaceAll("''", "'") });
  }
  return [...rows.values()];
}

/** Returns the titles of the sections by number. */
export function readSections(yaml = readFileSync(new URL('rows.yaml', import.meta.url), 'utf8')) {
  return new Map([...yaml.matchAll(/^# ([1-9])\. (.+)$/gm)].map(([, number, title]) => [number, title]));
}
