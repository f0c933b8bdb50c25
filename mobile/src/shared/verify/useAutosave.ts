import type { SaveDraftRequest } from '@loanmarket/shared-types/api';
import { useState } from 'react';
import type { FormTopic } from './topics';
import { api } from '@/lib/api';
import { DraftSaver, type Draft, type DraftState } from '@/lib/draftSaver';
import { setUnsaved } from '@/lib/unsaved';
import { useDraftSaver } from '@/lib/useDraftSaver';

/**
 * Saves a topic's draft on the server while the borrower types, and immediately when the page is left or the app goes
 * to the background. `start` is the draft with which the form was opened.
 */
export function useAutosave(topic: FormTopic, start: Draft): { saver: DraftSaver; state: DraftState } {
  const [state, setState] = useState<DraftState>({ at: 'idle' });
  const saver = useDraftSaver(() => new DraftSaver({ name: topic, start, read: () => read(topic), save: (values) => save(topic, values) }, setState, (unsaved) => setUnsaved(topic, unsaved)));
  return { saver, state };
}

async function read(topic: FormTopic): Promise<Draft> {
  const { draft, savedAt } = await api('auth/detail', { topic }, { toast: false });
  return { values: draft ?? {}, savedAt };
}

async function save(topic: FormTopic, values: Record<string, unknown> | null): Promise<string> {
  const data = values && Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));
  const { savedAt } = await api('auth/saveDraft', { topic, data: data as SaveDraftRequest['data'] }, { toast: false });
  return savedAt;
}
