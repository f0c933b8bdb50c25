import { useEffect, useMemo, useState } from 'react';
import { queryClient } from './queryClient';
import { onSessionChange } from './session';
import { saveDraft, useSavedDraft } from './storage/drafts';

type Values = Record<string, unknown>;

const ALL = 'unsaved';
const key = (form: string) => [ALL, { form }];
queryClient.setQueryDefaults([ALL], { gcTime: Infinity });

/** By form: the submission that is on its way. */
const submissions = new Map<string, Promise<unknown>>();
onSessionChange(() => submissions.clear());

/**
 * Submits a form. A page that opens the form again before the outcome is known waits for it; otherwise it would show,
 * and send once more, what is already on its way.
 */
export async function submitting<T>(form: string, submit: () => Promise<T>): Promise<T> {
  const submission = submit();
  submissions.set(form, submission);
  try {
    return await submission;
  } finally {
    if (submissions.get(form) === submission) submissions.delete(form);
  }
}

/** Whether no submission was on its way when the form was opened, or it has ended since. */
export function useSubmissionEnded(form: string): boolean {
  const [ended, setEnded] = useState(() => !submissions.has(form));
  useEffect(() => {
    let gone = false;
    const end = () => void (gone || setEnded(true));
    void Promise.resolve(submissions.get(form)).then(end, end);
    return () => {
      gone = true;
    };
  }, [form]);
  return ended;
}

/**
 * Stores form input that is not on the server yet; null deletes it. It stays in memory until the session ends or the
 * page is reloaded, also where nothing can be stored (private windows); the encrypted copy on the phone survives a
 * reload.
 */
export function setUnsaved(form: string, values: Values | null): void {
  queryClient.setQueryData(key(form), values);
  const saved = saveDraft(form, values);
  // Until the copy on the phone is deleted, null in memory says that it no longer counts.
  const forget = () => void (queryClient.getQueryData(key(form)) === null && queryClient.removeQueries({ queryKey: key(form) }));
  if (!values) void saved.then(forget);
}

/** Whether memory contains form input that is not on the server yet. */
export const hasUnsaved = (): boolean => queryClient.getQueryCache().findAll({ queryKey: [ALL] }).some(({ state }) => Boolean(state.data));

/** The form input that the server does not have, read once when the form is opened; undefined until it is known. */
export function useUnsaved(form: string): Values | null | undefined {
  const ended = useSubmissionEnded(form);
  const typed = useMemo(() => (ended ? queryClient.getQueryData<Values | null>(key(form)) : undefined), [form, ended]);
  const sealed = useSavedDraft(form, ended);
  return typed === undefined ? sealed : typed;
}
