import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = fileURLToPath(new URL('.', import.meta.url));

const all = ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'];

/** Files that put something else in the place of a module: in one that is shared it would stay there for the files after. */
const alone = ['src', 'scripts']
  .flatMap((folder) => readdirSync(here + folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
  .filter((file) => /\.test\.tsx?$/.test(file) && /vi\.(mock|doMock)\(/.test(readFileSync(here + file, 'utf8')));

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  test: {
    environment: 'jsdom',
    setupFiles: ['src/test/setup.ts'],
    restoreMocks: true,
    // A machine that is busy with other things takes its time to look a page through.
    testTimeout: 30_000,
    projects: [
      { extends: true, test: { name: 'alone', include: alone } },
      { extends: true, test: { name: 'together', include: all, exclude: alone, isolate: false } },
    ],
  },
});
