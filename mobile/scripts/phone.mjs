// The simulated phone for the measurements: four times slower than this machine, and optionally with a slow network.
import { chromium } from '@playwright/test';
import { wholeBrowser } from '../e2e/browser.mjs';

const phone = {
  viewport: { width: 375, height: 667 }, isMobile: true, hasTouch: true, locale: 'vi-VN',
  userAgent: 'Mozilla/5.0 (Linux; Android 13; SM-A135F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36',
};
const SLOW_LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };

export function launch() {
  return chromium.launch({ args: ['--no-sandbox'], executablePath: wholeBrowser });
}

/** A phone with an empty cache. */
export async function slowPhone(browser, { line = SLOW_LINE } = {}) {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  if (line) {
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', line);
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return { context, page };
}
