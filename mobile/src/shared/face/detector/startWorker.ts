/**
 * Starts the web worker of the nets; null if that is not possible. The build for old phones replaces this module with
 * `noWorker`.
 */
export function startWorker(): Worker | null {
  try {
    return new Worker(new URL('./detector.worker.ts', import.meta.url), { type: 'module' });
  } catch {
    return null;
  }
}
