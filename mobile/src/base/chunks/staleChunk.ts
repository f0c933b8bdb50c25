import { serverVersion } from '../serverVersion';
import { withTimeout } from '../withTimeout';

const GUARD_MS = 30_000;
const PATIENCE_MS = 10_000;

/**
 * After a deploy an open page may ask for a chunk that is gone: reload once, never in a loop; what was typed is kept and
 * comes back. Answers whether the page is on its way out. Without a server a reload would put the browser's own error in
 * the place of the app, so then nothing is done.
 */
export async function reloadForStaleChunk(): Promise<boolean> {
  if (Math.abs(Date.now() - lastReload()) < GUARD_MS || !(await serverAnswers()) || !remember()) return false;
  await forgetKeptFiles();
  window.location.reload();
  return true;
}

/** Milliseconds since the epoch; 0 for never. */
function lastReload(): number {
  try {
    return Number(sessionStorage.getItem('stale-chunk') ?? 0);
  } catch {
    return 0;
  }
}

/** Whether the reload can be remembered: where it cannot, nothing would end a loop of them. */
function remember(): boolean {
  try {
    sessionStorage.setItem('stale-chunk', String(Date.now()));
    return true;
  } catch {
    return false;
  }
}

const CHUNK = /(?:dynamically imported module|module script failed|Unable to preload CSS|Error loading)\D*?(https?:\S+\/assets\/[\w.-]+)/;

/** Looks after chunks that are asked for by others than `onceOnline`: what a deploy took away is worth a reload, what a bad line lost is not. */
export function reloadOnStaleChunk(): void {
  window.addEventListener('unhandledrejection', (event) => {
    const [, url] = CHUNK.exec(String((event.reason as Error | null)?.message)) ?? [];
    if (url === undefined) return;
    event.preventDefault();
    void isGone(url).then((gone) => gone && reloadForStaleChunk());
  });
}

/** Whether the server says that a file does not exist. */
async function isGone(url: string): Promise<boolean> {
  try {
    return (await withTimeout(PATIENCE_MS, (signal) => fetch(url, { method: 'HEAD', cache: 'no-store', signal }))).status === 404;
  } catch {
    return false;
  }
}

/** Whether the server can be reached at this moment. */
export const serverAnswers = async (): Promise<boolean> => (await serverVersion()) !== null;

/** What the worker keeps of the app may be what is wrong with it; the browser's own memory has the rest. */
async function forgetKeptFiles(): Promise<void> {
  try {
    /* eslint-disable compat/compat -- a browser without them throws, and keeps nothing */
    await withTimeout(PATIENCE_MS, async () => {
      const names = await caches.keys();
      await Promise.all(names.filter((name) => name.startsWith('files-')).map((name) => caches.delete(name)));
    });
    /* eslint-enable compat/compat */
  } catch {
    return;
  }
}
