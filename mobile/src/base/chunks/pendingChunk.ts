import { useSyncExternalStore } from 'react';
import { createStore } from '../store';

const pending = createStore<readonly object[]>([]);

/** Notes that code waits for a network; what is returned ends the waiting, and may be called more than once. */
export function notePendingChunk(): () => void {
  const load = {};
  pending.set([...pending.get(), load]);
  return () => pending.set(pending.get().filter((one) => one !== load));
}

/** Whether code of the app cannot come for want of a network, whatever the browser thinks of it. */
export function usePendingChunk(): boolean {
  return useSyncExternalStore(pending.subscribe, () => pending.get().length > 0);
}
