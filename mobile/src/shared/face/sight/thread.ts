/** The thread of the nets, null where there can be none. The build for old phones has `noThread` in this place. */
export function startThread(): Worker | null {
  try {
    return new Worker(new URL('./faceSight.worker.ts', import.meta.url), { type: 'module' });
  } catch {
    return null;
  }
}
