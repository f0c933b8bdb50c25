import { useSyncExternalStore } from 'react';

const loads = new Set<object>();
const listeners = new Set<() => void>();

function change(work: () => void): void {
  work();
  listeners.forEach((listener) => listener());
}

/** Notes that code waits for a network; what is returned ends the waiting, and may be called more than once. */
export function awaitNetwork(): () => void {
  const load = {};
  change(() => loads.add(load));
  return () => change(() => loads.delete(load));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether code of the app cannot come for want of a network, whatever the browser thinks of it. */
export function useNetworkAwaited(): boolean {
  return useSyncExternalStore(subscribe, () => loads.size > 0);
}
