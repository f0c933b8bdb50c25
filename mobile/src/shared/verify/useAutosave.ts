import type { SaveDraftRequest } from '@loanmarket/shared-types/api';
import { useState } from 'react';
import type { FormTopic } from './topics';
import { api } from '@/lib/api';
import { DraftSaver, type DraftState } from '@/lib/draftSaver';
import { keepUnsaved } from '@/lib/unsaved';
import { useDraftSaver } from '@/lib/useDraftSaver';

/** Keeps a topic's draft on the server while it is typed, and at once when the page is left or the phone put away. */
export function useAutosave(topic: FormTopic): { saver: DraftSaver; state: DraftState } {
  const [state, setState] = useState<DraftState>({ at: 'idle' });
  const saver = useDraftSaver(() => new DraftSaver((values) => save(topic, values), setState, (values) => keepUnsaved(topic, values)));
  return { saver, state };
}

async function save(topic: FormTopic, values: Record<string, unknown> | null): Promise<string> {
  const data = values && Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));
  const { savedAt } = await api('auth/saveDraft', { topic, data: data as SaveDraftRequest['data'] }, { toast: false });
  return savedAt;
}
