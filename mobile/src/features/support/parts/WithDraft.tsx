import type { ReactNode } from 'react';
import { useDraftStart, type DraftValues } from '../hooks/useSupportDraft';
import { QueryPage, QueryView } from '@/ui/QueryView';
import { FormSkeleton } from '@/ui/Skeleton';

interface WithDraftProps<T> {
  /** The name of the draft. */
  name: string;
  empty: T;
  /** The form is a page of its own. */
  whole?: boolean;
  children: (start: T) => ReactNode;
}

/** Loads the draft of a form, and renders the form with it. */
export function WithDraft<T extends DraftValues>({ name, empty, whole, children }: WithDraftProps<T>) {
  const View = whole ? QueryPage : QueryView;
  return (
    <View query={useDraftStart(name, empty)} skeleton={<FormSkeleton />}>
      {children}
    </View>
  );
}
