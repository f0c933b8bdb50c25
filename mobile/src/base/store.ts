/** A change notification that others can subscribe to. */
export interface Signal {
  notify: () => void;
  /** Calls `listener` after each change. Returns a function that unsubscribes. */
  subscribe: (listener: () => void) => () => void;
}

/**
 * A value that lives outside React. React components read it with `useSyncExternalStore(store.subscribe, store.get)`.
 */
export interface Store<T> extends Pick<Signal, 'subscribe'> {
  get: () => T;
  set: (next: T) => void;
}

export function createSignal(): Signal {
  const listeners = new Set<() => void>();
  return {
    notify: () => listeners.forEach((listener) => listener()),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export function createStore<T>(first: T): Store<T> {
  let value = first;
  const { notify, subscribe } = createSignal();
  return {
    get: () => value,
    set: (next) => {
      value = next;
      notify();
    },
    subscribe,
  };
}
