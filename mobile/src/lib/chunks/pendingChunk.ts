import { useSyncExternalStore } from 'react';

const pending = new Set<object>();
const listeners = new Set<() => void>();

function change(work: () => void): void {
  work();
  listeners.forEach((listener) => listener());
}

/** Notes that code waits for a network; what is returned ends the waiting, and may be called more than once. */
export function notePendingChunk(): () => void {
  const load = {};
  change(() => pending.add(load));
  return () => change(() => pending.delete(load));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether code of the app cannot come for want of a network, whatever the browser thinks of it. */
export function usePendingChunk(): boolean {
  return useSyncExternalStore(subscribe, () => pending.size > 0);
}
