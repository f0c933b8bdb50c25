import { useSyncExternalStore } from 'react';
import { createStore } from '@/base/store';

/** A list outside React, so that calls and listeners can show something on the screen. */
export function createList<T extends { id: number }>() {
  const { get, set, subscribe } = createStore<readonly T[]>([]);
  let nextId = 1;
  return {
    add: (item: Omit<T, 'id'>): number => {
      const id = nextId++;
      set([...get(), { ...item, id } as T]);
      return id;
    },
    remove: (id: number) => set(get().filter((item) => item.id !== id)),
    current: get,
    useItems: () => useSyncExternalStore(subscribe, get),
  };
}
