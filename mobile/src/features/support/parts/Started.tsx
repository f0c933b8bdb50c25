import type { ReactNode } from 'react';
import { useStart, type Kept } from '../hooks/useKept';

interface StartedProps<T> {
  /** Of the draft. */
  name: string;
  empty: T;
  /** While nobody knows whether something was typed before. */
  waiting: ReactNode;
  children: (start: T) => ReactNode;
}

/** A form that starts with what was typed before. */
export function Started<T extends Kept>({ name, empty, waiting, children }: StartedProps<T>) {
  const start = useStart(name, empty);
  return <>{start === null ? waiting : children(start)}</>;
}
