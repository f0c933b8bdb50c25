import { useSyncExternalStore } from 'react';

/** A list that lives outside React, so that calls and listeners can put something on the screen. */
export function createList<T extends { id: number }>() {
  let items: readonly T[] = [];
  let nextId = 1;
  const listeners = new Set<() => void>();
  const set = (next: readonly T[]) => {
    items = next;
    listeners.forEach((listener) => listener());
  };
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    add: (item: Omit<T, 'id'>): number => {
      const id = nextId++;
      set([...items, { ...item, id } as T]);
      return id;
    },
    remove: (id: number) => set(items.filter((item) => item.id !== id)),
    current: () => items,
    useItems: () => useSyncExternalStore(subscribe, () => items),
  };
}
