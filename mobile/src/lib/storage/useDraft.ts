import { useCallback, useRef, useState } from 'react';
import { readLocal, removeLocal, writeLocal } from './local';

const HOURS = 24 * 7;

/**
 * Keeps what is typed on this phone until it is sent, so that a killed app loses nothing. For answers that must follow
 * the borrower to another phone the server keeps the draft (auth/saveDraft). Never for codes or card numbers.
 */
export function useDraft<T extends object>(name: string): { initial: Partial<T>; save: (values: T) => void; clear: () => void } {
  const slot = `draft:${name}`;
  const [initial] = useState(() => parse<T>(readLocal(slot)));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const save = useCallback(
    (values: T) => {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => writeLocal(slot, JSON.stringify(values), HOURS), 300);
    },
    [slot],
  );
  const clear = useCallback(() => {
    clearTimeout(timer.current);
    removeLocal(slot);
  }, [slot]);
  return { initial, save, clear };
}

function parse<T>(raw: string | null): Partial<T> {
  try {
    return raw === null ? {} : (JSON.parse(raw) as Partial<T>);
  } catch {
    return {};
  }
}
