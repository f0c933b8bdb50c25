import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { compressAssets } from './scripts/compress.ts';
import { landPage } from './scripts/land.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * The landing page: one small build for every phone down to the floor, apart from the app's. It shares the app's sources,
 * not its chunks.
 */
export default defineConfig({
  base: '/',
  plugins: [landPage(), compressAssets()],
  resolve: { alias: { '@': here('./src') } },
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: ['es2017', 'safari11', 'ios11', 'chrome60'],
    cssTarget: ['safari11', 'ios11', 'chrome60'],
    modulePreload: false,
    sourcemap: false,
    rolldownOptions: {
      input: here('land.html'),
      output: { codeSplitting: false },
    },
  },
});
