import type { SaveSupportDraftRequest } from '@loanmarket/shared-types/api';
import { useEffect, useRef, useState } from 'react';
import { api, useApiQuery, type Data } from '@/lib/api';
import { queryKey } from '@/lib/api/hooks';
import { DraftSaver, isFilled, type Draft } from '@/lib/draftSaver';
import { setAnswer, queryClient } from '@/lib/queryClient';
import { setUnsaved, useUnsaved } from '@/lib/unsaved';
import { useDraftSaver } from '@/lib/useDraftSaver';
import type { Answer } from '@/ui/QueryView';

export type DraftValues = NonNullable<SaveSupportDraftRequest['data']>;

type Values = Record<string, unknown>;

const key = (name: string) => queryKey('support/draft', { name });

/**
 * The values that a form starts with: those that only the phone has, otherwise those that the server keeps. No data while offline: a
 * form that started empty would overwrite the draft on the server.
 */
export function useDraftStart<T extends DraftValues>(name: string, empty: T): Answer<T> {
  const { data: draft, ...answer } = useDraft(name);
  return { data: draft && { ...empty, ...draft.typed }, ...answer };
}

/**
 * When a draft was last changed, in milliseconds since the epoch: -Infinity where it is empty or could not be loaded, Infinity where
 * only the phone has it.
 */
export function useDraftTypedAt(name: string): Answer<number> {
  const { data: draft, ...answer } = useDraft(name);
  if (!draft) return { ...answer, data: answer.error ? -Infinity : undefined };
  return { ...answer, data: Object.values(draft.typed).some(isFilled) ? draft.at : -Infinity };
}

function useDraft(name: string): Answer<{ typed: Partial<DraftValues>; at: number }> {
  const unsaved = useUnsaved(name);
  const { data: kept, error, refetch } = useApiQuery('support/draft', { name }, { enabled: unsaved === null });
  const saved = unsaved === null && kept ? { typed: kept.data ?? {}, at: Date.parse(kept.savedAt ?? '') } : undefined;
  return { data: unsaved ? { typed: unsaved, at: Infinity } : saved, error, refetch };
}

/**
 * The values of a form that are saved while they are typed: on the server, where they outlive a log-out and only this borrower gets
 * them, and on the phone until the server has them.
 */
export function useSupportDraft<T extends DraftValues>(name: string, start: T) {
  const [values, setValues] = useState(start);
  // Something that takes long, as the upload of a picture, has to change the values of the moment when it ends.
  const latest = useRef(values);
  const saver = useDraftSaver(() => {
    // Missing where only the phone had a draft: then the server was not asked.
    const kept = queryClient.getQueryData<Data<'support/draft'>>(key(name));
    const known = { values: kept ? { ...start, ...kept.data } : {}, savedAt: kept?.savedAt };
    const store = { name, start: known, read: () => read(name), save: (typed: Values | null) => save(name, typed) };
    return new DraftSaver(store, () => undefined, (unsaved) => setUnsaved(name, unsaved && latest.current));
  });
  // Otherwise it would be lost on the phone if the borrower reads it and leaves.
  const unsaved = useUnsaved(name);
  useEffect(() => {
    if (unsaved) saver.recover(latest.current);
  }, [unsaved, saver]);
  const change = (part: Partial<T>) => {
    latest.current = { ...latest.current, ...part };
    setValues(latest.current);
    saver.change(latest.current);
  };
  /** Sends the form. No draft is saved after it; where sending fails the draft stays. */
  const sending = (send: (values: T) => Promise<void>) => {
    const whole = async () => {
      await send(latest.current);
      queryClient.removeQueries({ queryKey: key(name) });
    };
    return saver.sending(whole, () => latest.current);
  };
  return { values, change, sending };
}

async function read(name: string): Promise<Draft> {
  const { data, savedAt } = await api('support/draft', { name }, { toast: false });
  return { values: data ?? {}, savedAt };
}

async function save(name: string, values: Values | null): Promise<string> {
  const data = values as DraftValues | null;
  const { savedAt } = await api('support/saveDraft', { name, data }, { toast: false });
  if (data) await setAnswer(key(name), { data, savedAt });
  return savedAt;
}
