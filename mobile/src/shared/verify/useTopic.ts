import type { AuthDetailData } from '@loanmarket/shared-types/api';
import type { FormTopic } from './topics';
import { useApiQuery } from '@/lib/api';
import { useUnsaved } from '@/lib/unsaved';

/** What a topic's form starts with. */
export interface TopicDetail extends AuthDetailData {
  /** What was typed before a reload and is not on the server. */
  unsaved: Record<string, unknown> | null;
}

/**
 * What was submitted and typed for a topic, as it was when the page was opened: a form in use must not be overtaken by
 * a later answer.
 */
export function useTopic(topic: FormTopic) {
  const unsaved = useUnsaved(topic);
  const { data, isError, error, refetch } = useApiQuery('auth/detail', { topic }, { staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false });
  const detail: TopicDetail | undefined = data && unsaved !== undefined ? { ...data, unsaved } : undefined;
  return { data: detail, isError, error, refetch };
}
