const GUARD_MS = 30_000;

/**
 * After a deploy an open page may ask for a chunk that is gone: reload once, never in a loop. Without a network nothing is
 * gone, and a reload would put the browser's own error in the place of the app: lazyPage waits instead.
 */
export function reloadOnStaleChunk(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (!navigator.onLine) return;
    const last = Number(sessionStorage.getItem('stale-chunk') ?? 0);
    if (Date.now() - last < GUARD_MS) return;
    event.preventDefault();
    sessionStorage.setItem('stale-chunk', String(Date.now()));
    window.location.reload();
  });
}
