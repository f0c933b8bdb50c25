import type { ReactNode } from 'react';
import { useStart, type Kept } from '../hooks/useKept';
import { QueryPage, QueryView } from '@/ui/QueryView';
import { FormSkeleton } from '@/ui/Skeleton';

interface StartedProps<T> {
  /** Of the draft. */
  name: string;
  empty: T;
  /** It is a page, and not a part of one. */
  whole?: boolean;
  children: (start: T) => ReactNode;
}

/** A form that starts with what was typed before. */
export function Started<T extends Kept>({ name, empty, whole, children }: StartedProps<T>) {
  const View = whole ? QueryPage : QueryView;
  return (
    <View query={useStart(name, empty)} skeleton={<FormSkeleton />}>
      {children}
    </View>
  );
}
