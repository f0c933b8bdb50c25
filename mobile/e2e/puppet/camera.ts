import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { build, type Rollup } from 'vite';
import type { Behaviour } from './behaviour';
import type { Camera } from './page';

let script: Promise<string> | null = null;

/** Bundles the puppet into one script for a page. */
async function bundled(): Promise<string> {
  const built = (await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      minify: false,
      lib: { entry: fileURLToPath(new URL('page.ts', import.meta.url)), formats: ['iife'], name: 'puppetPage', fileName: 'puppet' },
    },
  })) as Rollup.RollupOutput[];
  const [output] = built;
  return output!.output[0].code;
}

/** Replaces the camera of all future pages with the puppet. */
export async function sitDown(page: Page): Promise<void> {
  await page.addInitScript({ content: await (script ??= bundled()) });
}

/** Sets the puppet's behaviour. */
export async function behave(page: Page, behaviour: Behaviour): Promise<void> {
  await page.evaluate((now) => (window as unknown as { puppet: Camera }).puppet.be(now), behaviour);
}

/** Whether the camera's light is on. */
export async function lightIsOn(page: Page): Promise<boolean> {
  return page.evaluate(() => (window as unknown as { puppet: Camera }).puppet.on());
}

/** Simulates that another app takes the camera. */
export async function loseCamera(page: Page): Promise<void> {
  await page.evaluate(() => (window as unknown as { puppet: Camera }).puppet.lose());
}

/** From the next page on, the phone has no live camera: the puppet is photographed with the phone's camera app. */
export async function onlyPictures(page: Page): Promise<void> {
  await page.addInitScript(() => (window as unknown as { puppet: Camera }).puppet.onlyPictures());
  page.on('filechooser', (chooser) => {
    const taken = page.evaluate(() => (window as unknown as { puppet: Camera }).puppet.shoot());
    // A page that has been closed meanwhile needs no picture.
    void taken.then((picture) => chooser.setFiles({ name: 'selfie.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(picture, 'base64') })).catch(() => undefined);
  });
}
