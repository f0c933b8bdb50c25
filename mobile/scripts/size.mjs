import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { firstLoad, LIMIT_KB } from './firstLoad.mjs';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const files = firstLoad((path) => readFileSync(dist + path));
const total = files.reduce((sum, file) => sum + file.brotli, 0);

for (const { path, brotli } of files) console.log(`${(brotli / 1024).toFixed(1).padStart(7)} KB  ${path}`);
console.log(`${(total / 1024).toFixed(1).padStart(7)} KB  first load, limit ${LIMIT_KB} KB`);
if (total > LIMIT_KB * 1024) process.exitCode = 1;
