import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { compressAssets } from './scripts/compress.ts';
import { pixelPage } from './scripts/pixel.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The page that a platform's pixel lives in inside the app: one file, for every phone down to the floor. */
export default defineConfig({
  base: '/',
  plugins: [pixelPage(), compressAssets()],
  resolve: { alias: { '@': here('./src') } },
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: ['es2017', 'safari11', 'ios11', 'chrome60'],
    modulePreload: false,
    sourcemap: false,
    rolldownOptions: { input: here('pixel.html'), output: { codeSplitting: false } },
  },
});
