import type { ReactNode } from 'react';
import { useStart, type DraftValues } from '../hooks/useSupportDraft';
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
export function Started<T extends DraftValues>({ name, empty, whole, children }: StartedProps<T>) {
  const View = whole ? QueryPage : QueryView;
  return (
    <View query={useStart(name, empty)} skeleton={<FormSkeleton />}>
      {children}
    </View>
  );
}
