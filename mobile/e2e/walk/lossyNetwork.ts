import type { Page, Route } from '@playwright/test';
import { expect } from '../fixtures';

// A lossy network, as in a moving bus: slow, and some requests never arrive or get no response.

export interface Line {
  /** The lost requests. */
  lost: string[];
  /** While true, nothing gets through, and the phone does not notice. */
  hole: boolean;
}

interface Losses {
  /** Whether the nth request to a path is lost: before the server receives it, or its response. */
  lose: (path: string, nth: number) => 'there' | 'back' | null;
  /** Bytes per second; unlimited if not set. */
  bytesPerSecond?: number;
}

/**
 * Every call is lost twice: once before the server receives it, and once after it was processed. Files are lost once.
 */
export function everythingOnce(path: string, nth: number): 'there' | 'back' | null {
  if (path.startsWith('/assets/')) return nth === 1 ? 'there' : null;
  if (!path.startsWith('/app/')) return null;
  return nth === 1 ? 'there' : nth === 2 ? 'back' : null;
}

/** Makes a page lose requests, and optionally slows it down. */
export async function loseRequests(page: Page, { lose, bytesPerSecond }: Losses): Promise<Line> {
  const line: Line = { lost: [], hole: false };
  const seen = new Map<string, number>();
  await page.route('**/*', async (route: Route) => {
    const path = new URL(route.request().url()).pathname;
    if (line.hole) return route.abort('connectionfailed');
    const nth = (seen.get(path) ?? 0) + 1;
    seen.set(path, nth);
    const how = lose(path, nth);
    if (how === null) return route.continue();
    line.lost.push(`${how} ${path}`);
    if (how === 'back') await route.fetch().catch(() => undefined);
    return route.abort('connectionfailed');
  });
  if (bytesPerSecond) {
    const session = await page.context().newCDPSession(page);
    await session.send('Network.emulateNetworkConditions', { offline: false, latency: 150, downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond });
  }
  return line;
}

/** Opens a URL as a user does: if the browser shows its own error page, it tries again. */
export async function open(page: Page, path: string): Promise<void> {
  await expect(async () => {
    await page.goto(path, { timeout: 20_000 });
  }).toPass({ timeout: 60_000 });
}
