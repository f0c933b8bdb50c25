import { useMemo } from 'react';
import { queryClient } from './queryClient';
import { saveDraft, useSavedDraft } from './storage/drafts';

type Values = Record<string, unknown>;

const ALL = 'unsaved';
const key = (form: string) => [ALL, { form }];
queryClient.setQueryDefaults([ALL], { gcTime: Infinity });

/**
 * Stores form input that is not on the server yet; null deletes it. It stays in memory until the session ends or the
 * page is reloaded, also where nothing can be stored (private windows); the encrypted copy on the phone survives a
 * reload.
 */
export function setUnsaved(form: string, values: Values | null): void {
  if (values) queryClient.setQueryData(key(form), values);
  else queryClient.removeQueries({ queryKey: key(form) });
  saveDraft(form, values);
}

/** Whether memory contains form input that is not on the server yet. */
export const hasUnsaved = (): boolean => queryClient.getQueryCache().findAll({ queryKey: [ALL] }).some(({ state }) => state.data !== undefined);

/** The form input that the server does not have, read once when the form is opened; undefined until it is known. */
export function useUnsaved(form: string): Values | null | undefined {
  const typed = useMemo(() => queryClient.getQueryData<Values>(key(form)), [form]);
  const sealed = useSavedDraft(form);
  return typed ?? sealed;
}
