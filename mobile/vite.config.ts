import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressAssets } from './scripts/compress.ts';
import { MODERN } from './scripts/legacy/floor.ts';
import { legacyPlugins, legacyBuild, legacyStyle } from './scripts/legacy/config.ts';
import { modulesFile } from './scripts/modules.ts';
import { stylesBehind } from './scripts/stylesBehind.ts';
import { unusedIonic } from './scripts/unused.ts';
import { versionFile } from './scripts/version.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The app, and the landing page that must not wait for the app. */
const entries = ['index.html'].map(here).filter(existsSync);

/** What every page needs at first. What waits for a camera, a pull or a swipe is fetched with it. */
const FIRST = /\/src\/(main\.tsx|legacy\/|app\/(?!pages)|base\/|bridge\/(?!camera)|lib\/(?!deviceKey|api\/form|login\/(?!logIn)|pageErrors\/(?!watch))|ui\/(?!photo\/|pictures\/|form\/|Refresher|swipeBack)|ui\/form\/(Slider|Choice|FieldFrame))/;

/** What Ionic fetches by itself as soon as it starts: a handful of files of one KB each. */
const IONIC_START = /export\{[^}]*\b(startInputShims|startTapClick|startStatusTap|startKeyboardAssist|startFocusVisible|createSwipeBackGesture|mdTransitionAnimation)\b/;
const isIonicStart = (id: string) => id.includes('/@ionic/core/components/p-') && IONIC_START.test(readFileSync(id, 'utf8'));

/** What the screens of orders and products share. */
const LOANS = /\/src\/(shared\/(loan|order|pay\/dueLines|verify\/topics)|ui\/pictures\/)|\/shared-types\/src\/enums/;

/** What a form needs, those of codes included. */
const FORMS = /\/src\/(ui\/form\/|shared\/smsCode\/|lib\/(api\/form|login)\/)/;

/** What several pages of a feature share is one file beside them. */
const featureOf = (id: string) => /\/src\/features\/(\w+)\//.exec(id)?.[1] ?? null;

/** `--mode legacy` builds the same pages for old phones; scripts/build.mjs makes both. */
export default defineConfig(({ mode }) => {
  const old = mode === 'legacy';
  return {
    base: '/',
    plugins: [unusedIonic(), react(), ...(old ? legacyPlugins() : []), versionFile(), modulesFile(), stylesBehind(), compressAssets()],
    resolve: {
      alias: [
        { find: '@', replacement: here('./src') },
        ...(old ? [{ find: /^\.\/startWorker$/, replacement: here('./src/shared/face/detector/noWorker.ts') }] : []),
      ],
    },
    // By this name the server knows the script that may run WebAssembly. It is the same in every release: while one replaces
    // the other, a page of one gets its files from the other's server.
    worker: { format: 'es', rolldownOptions: { output: { entryFileNames: 'assets/faceSight.worker-[hash].js' } } },
    css: old ? legacyStyle : {},
    publicDir: old ? false : 'public',
    build: {
      outDir: 'dist',
      manifest: true,
      ...(old ? {} : { target: MODERN }),
      sourcemap: false,
      assetsInlineLimit: 2048,
      reportCompressedSize: false,
      // What every page needs is one file on purpose.
      chunkSizeWarningLimit: 1000,
      ...(old ? legacyBuild : {}),
      rolldownOptions: {
        checks: { pluginTimings: false },
        input: entries,
        output: {
          // What every page needs is one file, with all it imports: on a slow line sixty small requests cost more.
          codeSplitting: {
            groups: [
              { name: 'first', test: (id: string) => FIRST.test(id) || isIonicStart(id), priority: 4 },
              { name: 'loans', test: LOANS, priority: 3 },
              { name: 'form', test: FORMS, priority: 2 },
              { name: 'photo', test: /\/src\/ui\/photo\//, priority: 1 },
              { name: featureOf, test: /\/src\/features\//, minShareCount: 2 },
            ],
          },
        },
        // Every Ionic component registers itself when imported; without this all of them stay in the first load.
        treeshake: { moduleSideEffects: (id: string) => !id.includes('/@ionic/core/components/') },
      },
    },
    server: { host: '127.0.0.1' },
  };
});
