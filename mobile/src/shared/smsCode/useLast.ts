import { useRef } from 'react';

/** The last value that was there: what a sheet goes on showing while it slides out. */
export function useLast<T>(value: T | null): T | null {
  const last = useRef<T | null>(value);
  if (value !== null) last.current = value;
  return last.current;
}
