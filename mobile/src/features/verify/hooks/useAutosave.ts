import type { SaveDraftRequest } from '@loanmarket/shared-types/api';
import { useIonViewWillLeave } from '@ionic/react';
import { useEffect, useState } from 'react';
import { DraftSaver, type DraftState } from '../draftSaver';
import type { Topic } from '../topics';
import { api } from '@/lib/api';

/** Keeps a topic's draft on the server while it is typed, and at once when the page is left or the phone put away. */
export function useAutosave(topic: Topic): { saver: DraftSaver; state: DraftState } {
  const [state, setState] = useState<DraftState>({ at: 'idle' });
  const [saver] = useState(() => new DraftSaver((values) => save(topic, values), setState));

  useIonViewWillLeave(() => saver.flush());
  useEffect(() => {
    const flush = () => saver.flush();
    document.addEventListener('visibilitychange', flush);
    window.addEventListener('online', flush);
    return () => {
      document.removeEventListener('visibilitychange', flush);
      window.removeEventListener('online', flush);
      saver.flush();
    };
  }, [saver]);

  return { saver, state };
}

async function save(topic: Topic, values: Record<string, unknown>): Promise<string> {
  const data: Record<string, unknown> = {};
  Object.entries(values).forEach(([name, value]) => {
    if (value !== null && value !== undefined) data[name] = value;
  });
  const { savedAt } = await api('auth/saveDraft', { topic, data: data as SaveDraftRequest['data'] }, { toast: false });
  return savedAt;
}
