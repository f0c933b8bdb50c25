import type { Page, Route } from '@playwright/test';
import { expect } from '../fixtures';

// A lossy network, as in a moving bus: slow, and some requests never arrive or are never answered.

export interface Line {
  /** Requests that the line swallowed. */
  lost: string[];
  /** While true nothing gets through, and the phone does not notice. */
  hole: boolean;
}

interface Losses {
  /** Whether the nth request to a path gets lost: before the server hears of it, or on the way back. */
  lose: (path: string, nth: number) => 'there' | 'back' | null;
  /** Bytes a second; none: as fast as it goes. */
  bytesPerSecond?: number;
}

/** Every call is lost twice: once before the server hears of it, once after it has worked. Files are lost once. */
export function everythingOnce(path: string, nth: number): 'there' | 'back' | null {
  if (path.startsWith('/assets/')) return nth === 1 ? 'there' : null;
  if (!path.startsWith('/app/')) return null;
  return nth === 1 ? 'there' : nth === 2 ? 'back' : null;
}

/** Has a page lose requests, and slows it down where that is asked for. */
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

/** Opens an address the way a person does: where the browser shows its own error, they try again. */
export async function open(page: Page, path: string): Promise<void> {
  await expect(async () => {
    await page.goto(path, { timeout: 20_000 });
  }).toPass({ timeout: 60_000 });
}
