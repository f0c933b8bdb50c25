import type { SaveDraftRequest } from '@loanmarket/shared-types/api';
import { useState } from 'react';
import type { FormTopic } from '../topics';
import { api } from '@/lib/api';
import { DraftSaver, type DraftState } from '@/lib/draftSaver';
import { readLocal, removeLocal, writeLocal } from '@/lib/storage/local';
import { useDraftSaver } from '@/lib/useDraftSaver';

/** Keeps a topic's draft on the server while it is typed, and at once when the page is left or the phone put away. */
export function useAutosave(topic: FormTopic): { saver: DraftSaver; state: DraftState } {
  const [state, setState] = useState<DraftState>({ at: 'idle' });
  const saver = useDraftSaver(() => new DraftSaver((values) => save(topic, values), setState, (values) => keepUnsaved(topic, values)));
  return { saver, state };
}

/** How long what was typed and could not be saved is kept. */
const KEPT_HOURS = 24;

/** Keeps what the server does not have yet; null forgets it. */
export function keepUnsaved(topic: FormTopic, values: Record<string, unknown> | null): void {
  if (values) writeLocal(`draft:${topic}`, JSON.stringify(values), KEPT_HOURS);
  else removeLocal(`draft:${topic}`);
}

/** What was typed before a reload and is not on the server. */
export function unsaved(topic: FormTopic): Record<string, unknown> | null {
  const kept = readLocal(`draft:${topic}`);
  return kept === null ? null : (JSON.parse(kept) as Record<string, unknown>);
}

async function save(topic: FormTopic, values: Record<string, unknown>): Promise<string> {
  const data: Record<string, unknown> = {};
  Object.entries(values).forEach(([name, value]) => {
    if (value !== null && value !== undefined) data[name] = value;
  });
  const { savedAt } = await api('auth/saveDraft', { topic, data: data as SaveDraftRequest['data'] }, { toast: false });
  return savedAt;
}
