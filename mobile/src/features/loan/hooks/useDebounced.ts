import { useEffect, useState } from 'react';

/** The value once it has rested for `delay` milliseconds. Compared by identity: give it the same object while it stays. */
export function useDebounced<T>(value: T, delay: number): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return rested;
}
