// The icon of the iOS app, 1024 px and opaque as the App Store requires, rendered by Chromium from public/icon.svg.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { wholeBrowser } from '../e2e/browser.mjs';
import { root } from './product.mjs';

const path = 'mobile/ios/App/App/Assets.xcassets/AppIcon.appiconset/AppIcon.png';

/** Draws the mark on a square of the product's colour. */
export async function drawIcon(color) {
  const mark = readFileSync(join(root, 'mobile/public/icon.svg'), 'utf8').replace(/<rect[^>]*>/, '');
  const browser = await chromium.launch({ args: ['--no-sandbox'], executablePath: wholeBrowser });
  try {
    const page = await browser.newPage({ viewport: { width: 1024, height: 1024 } });
    await page.setContent(`<style>body{margin:0;background:${color}}svg{display:block;width:1024px}</style>${mark}`);
    await page.screenshot({ path: join(root, path), omitBackground: false });
  } finally {
    await browser.close();
  }
}
