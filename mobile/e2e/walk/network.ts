import type { Page } from '@playwright/test';

/** 400 kbit/s in bytes per second. */
const BYTES = 50_000;

/**
 * Makes the page's network slow and lossy from now on: of four calls that match the pattern, one is lost before it
 * reaches the server, and one loses its response. Returns a function that counts the lost calls.
 */
export async function slowNetwork(page: Page, pattern: string): Promise<() => number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', { offline: false, latency: 300, downloadThroughput: BYTES, uploadThroughput: BYTES });
  let calls = 0;
  let lost = 0;
  await page.route(pattern, async (route) => {
    calls += 1;
    if (calls % 2 === 0) return route.continue();
    lost += 1;
    if (calls % 4 === 3) await route.fetch();
    return route.abort('connectionreset');
  });
  return () => lost;
}

/** Holds back requests that match the pattern until the returned function is called. */
export async function holdBack(page: Page, pattern: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(pattern, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
