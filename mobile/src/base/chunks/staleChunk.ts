import { serverVersion } from '../serverVersion';
import { withTimeout } from '../withTimeout';

const MIN_RELOAD_INTERVAL_MS = 30_000;
const TIMEOUT_MS = 10_000;

/**
 * Reloads the page when it requests a chunk that a deploy has deleted. It reloads once and never in a loop; typed input
 * is kept and restored. Returns whether the page is being reloaded. If the server does not respond it does nothing,
 * because a reload would replace the app with the browser's error page.
 */
export async function reloadForStaleChunk(): Promise<boolean> {
  if (Math.abs(Date.now() - lastReload()) < MIN_RELOAD_INTERVAL_MS || !(await serverAnswers()) || !remember()) return false;
  await forgetKeptFiles();
  window.location.reload();
  return true;
}

/** When the page was last reloaded for a stale chunk, in milliseconds since the epoch; 0 for never. */
function lastReload(): number {
  try {
    return Number(sessionStorage.getItem('stale-chunk') ?? 0);
  } catch {
    return 0;
  }
}

/**
 * Records the reload and returns whether that worked. If it cannot be recorded there must be no reload, because nothing
 * would stop a loop.
 */
function remember(): boolean {
  try {
    sessionStorage.setItem('stale-chunk', String(Date.now()));
    return true;
  } catch {
    return false;
  }
}

const CHUNK = /(?:dynamically imported module|module script failed|Unable to preload CSS|Error loading)\D*?(https?:\S+\/assets\/[\w.-]+)/;

/**
 * Handles chunk errors outside `onceOnline`: reloads the page if a deploy deleted the chunk, and does nothing if the
 * network failed.
 */
export function reloadOnStaleChunk(): void {
  window.addEventListener('unhandledrejection', (event) => {
    const [, url] = CHUNK.exec(String((event.reason as Error | null)?.message)) ?? [];
    if (url === undefined) return;
    event.preventDefault();
    void isGone(url).then((gone) => gone && reloadForStaleChunk());
  });
}

/** Whether the server responds that a file does not exist. */
async function isGone(url: string): Promise<boolean> {
  try {
    return (await withTimeout(TIMEOUT_MS, (signal) => fetch(url, { method: 'HEAD', cache: 'no-store', signal }))).status === 404;
  } catch {
    return false;
  }
}

/** Whether the server is reachable right now. */
export const serverAnswers = async (): Promise<boolean> => (await serverVersion()) !== null;

/**
 * Deletes the service worker's file caches, because a bad cached file may be the cause. The browser's HTTP cache still
 * has the rest.
 */
async function forgetKeptFiles(): Promise<void> {
  try {
    /* eslint-disable compat/compat -- a browser without them throws, and keeps nothing */
    await withTimeout(TIMEOUT_MS, async () => {
      const names = await caches.keys();
      await Promise.all(names.filter((name) => name.startsWith('files-')).map((name) => caches.delete(name)));
    });
    /* eslint-enable compat/compat */
  } catch {
    return;
  }
}
