import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressAssets } from './scripts/compress.ts';
import { versionFile } from './scripts/version.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The app, and the landing page that must not wait for the app. */
const entries = ['index.html', 'land.html'].map(here).filter(existsSync);

export default defineConfig({
  base: '/',
  plugins: [react(), versionFile(), compressAssets()],
  resolve: { alias: { '@': here('./src') } },
  build: {
    outDir: 'dist',
    manifest: true,
    target: ['chrome89', 'safari15', 'ios15'],
    sourcemap: false,
    assetsInlineLimit: 2048,
    rolldownOptions: {
      input: entries,
      output: {
        // What every page needs is one file, with all it imports: on a slow line sixty small requests cost more.
        codeSplitting: {
          groups: [
            { name: 'house', test: /\/src\/(main\.tsx|app\/(?!pages)|bridge\/|lib\/|ui\/(?!photo\/|pictures\/|form\/))/, priority: 2 },
            { name: 'form', test: /\/src\/ui\/form\//, priority: 1 },
          ],
        },
      },
      // Every Ionic component registers itself when imported; without this all of them stay in the first load.
      treeshake: { moduleSideEffects: (id: string) => !id.includes('/@ionic/core/components/') },
    },
  },
  server: { host: '127.0.0.1' },
});
