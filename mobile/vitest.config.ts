import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = fileURLToPath(new URL('.', import.meta.url));

const all = ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'];

/** Test files that mock modules. In a shared module registry their mocks would remain for later files. */
const alone = ['src', 'scripts']
  .flatMap((folder) => readdirSync(here + folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
  .filter((file) => /\.test\.tsx?$/.test(file) && /vi\.(mock|doMock)\(/.test(readFileSync(here + file, 'utf8')));

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  test: {
    environment: 'jsdom',
    setupFiles: ['src/test/setup.ts'],
    restoreMocks: true,
    // Rendering a whole page takes long on a busy machine.
    testTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'alone', include: alone } },
      { extends: true, test: { name: 'together', include: all, exclude: alone, isolate: false } },
    ],
  },
});
