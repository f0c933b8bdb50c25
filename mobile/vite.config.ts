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

/** The entry pages of the app; the landing page has a build of its own. */
const entries = ['index.html'].map(here).filter(existsSync);

/** Modules that every page needs at first. Modules for the camera, pull-to-refresh or swipes are loaded on demand. */
const FIRST = /\/src\/(main\.tsx|legacy\/|app\/(?!pages)|base\/|bridge\/(?!camera)|lib\/(?!deviceKey|api\/form|login\/(?!logIn)|pageErrors\/(?!watch))|ui\/(?!photo\/|pictures\/|form\/|Refresher|swipeBack)|ui\/form\/(Slider|Choice|FieldFrame))/;

/** Modules that Ionic loads as soon as it starts: a handful of files of one KB each. */
const IONIC_START = /export\{[^}]*\b(startInputShims|startTapClick|startStatusTap|startKeyboardAssist|startFocusVisible|createSwipeBackGesture|mdTransitionAnimation)\b/;
const isIonicStart = (id: string) => id.includes('/@ionic/core/components/p-') && IONIC_START.test(readFileSync(id, 'utf8'));

/** Modules shared by the screens of orders and products. */
const LOANS = /\/src\/(shared\/(loan|order|pay\/dueLines|verify\/topics)|ui\/pictures\/)|\/shared-types\/src\/enums/;

/** Modules for forms, including those for codes. */
const FORMS = /\/src\/(ui\/form\/|shared\/smsCode\/|lib\/(api\/form|login)\/)/;

/** Modules shared by several pages of a feature form one file. */
const featureOf = (id: string) => /\/src\/features\/(\w+)\//.exec(id)?.[1] ?? null;

/** `--mode legacy` builds the same pages for old phones; scripts/build.mjs makes both builds. */
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
    // The server recognises the script that may run WebAssembly by this name. It must stay the same in every release:
    // during a deploy, a page of one release loads its files from the other release's server.
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
      // The code that every page needs is one file on purpose.
      chunkSizeWarningLimit: 1000,
      ...(old ? legacyBuild : {}),
      rolldownOptions: {
        checks: { pluginTimings: false },
        input: entries,
        output: {
          // The code that every page needs is one file with all its imports: on a slow network, sixty small requests
          // cost more.
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
        // Every Ionic component registers itself when imported. Without this setting all of them would stay in the
        // first load.
        treeshake: { moduleSideEffects: (id: string) => !id.includes('/@ionic/core/components/') },
      },
    },
    server: { host: '127.0.0.1' },
  };
});
