/** The web worker of the nets, null where there can be none. The build for old phones has `noWorker` in this place. */
export function startWorker(): Worker | null {
  try {
    return new Worker(new URL('./detector.worker.ts', import.meta.url), { type: 'module' });
  } catch {
    return null;
  }
}
