import { useSyncExternalStore } from 'react';
import { createStore } from '../store';

const pending = createStore<readonly object[]>([]);

/**
 * Records that a chunk is waiting for the network. Returns a function that removes the record; it may be called more
 * than once.
 */
export function notePendingChunk(): () => void {
  const load = {};
  pending.set([...pending.get(), load]);
  return () => pending.set(pending.get().filter((one) => one !== load));
}

/** Whether any chunk of the app is waiting for the network, even if the browser reports that it is online. */
export function usePendingChunk(): boolean {
  return useSyncExternalStore(pending.subscribe, () => pending.get().length > 0);
}
