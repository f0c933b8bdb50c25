import { useMemo } from 'react';
import { queryClient } from './queryClient';
import { saveDraft, useSavedDraft } from './storage/drafts';

type Values = Record<string, unknown>;

const ALL = 'unsaved';
const key = (form: string) => [ALL, { form }];
queryClient.setQueryDefaults([ALL], { gcTime: Infinity });

/**
 * Keeps what was typed in a form and is not on the server yet; null forgets it. It is in memory until the session ends or the
 * page is reloaded, also where nothing else can be kept (private windows); sealed on the phone it outlasts a reload.
 */
export function setUnsaved(form: string, values: Values | null): void {
  if (values) queryClient.setQueryData(key(form), values);
  else queryClient.removeQueries({ queryKey: key(form) });
  saveDraft(form, values);
}

/** Whether memory holds something that was typed and is not on the server yet. */
export const hasUnsaved = (): boolean => queryClient.getQueryCache().findAll({ queryKey: [ALL] }).length > 0;

/** What the borrower typed in a form and the server does not have, as it was when the form was opened; undefined until that is known. */
export function useUnsaved(form: string): Values | null | undefined {
  const typed = useMemo(() => queryClient.getQueryData<Values>(key(form)), [form]);
  const sealed = useSavedDraft(form);
  return typed ?? sealed;
}
