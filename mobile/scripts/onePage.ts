import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { compressAssets } from './compress.ts';

const here = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const floor = ['safari11', 'ios11', 'chrome60'];

/** A small build of one page for all supported phones, into the folder of the app's build. */
export const onePage = (page: string, plugin: Plugin) =>
  defineConfig({
    base: '/',
    plugins: [plugin, compressAssets()],
    resolve: { alias: { '@': here('src') } },
    publicDir: false,
    build: {
      outDir: 'dist',
      emptyOutDir: false,
      target: ['es2017', ...floor],
      cssTarget: floor,
      modulePreload: false,
      sourcemap: false,
      rolldownOptions: { input: here(page), output: { codeSplitting: false } },
    },
  });
