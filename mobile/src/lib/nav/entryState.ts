import { useState } from 'react';
import { useOwnLocation } from './nav';
import { readTab, writeTab } from '@/base/storage/tab';

interface Kept<T> {
  /** The key of the entry in the browser's history. */
  at: string;
  value?: T;
}

/**
 * A state of the page that survives a reload, but not a new visit to the same URL, because it belongs to the entry in
 * the browser's history. `name` includes whose state it is; if it is null, this is a plain React state. It is deleted
 * with the session.
 */
export function useEntryState<T>(name: string | null, start: T): [T, (next: T) => void] {
  const { key = '' } = useOwnLocation();
  const [at] = useState(key);
  const slot = `entry:${name}`;
  const [value, setValue] = useState(() => (name === null ? start : storedAt(slot, at, start)));
  const change = (next: T) => {
    setValue(next);
    if (name !== null) writeTab(slot, JSON.stringify({ at, value: next } satisfies Kept<T>));
  };
  return [value, change];
}

function storedAt<T>(slot: string, at: string, start: T): T {
  const raw = readTab(slot);
  const kept = raw === null ? null : (JSON.parse(raw) as Kept<T>);
  return kept?.at === at && kept.value !== undefined ? kept.value : start;
}
