import type { AuthDetailData } from '@loanmarket/shared-types/api';
import type { FormTopic } from './topics';
import { useApiQuery } from '@/lib/api';
import { useSubmissionEnded, useUnsaved } from '@/lib/unsaved';

/** The data with which a topic's form starts. */
export interface TopicDetail extends AuthDetailData {
  /** Input from before a reload that is not on the server. */
  unsaved: Record<string, unknown> | null;
}

/**
 * The submitted and typed values of a topic at the time the page was opened. Later responses are ignored, so that they
 * do not overwrite a form in use.
 */
export function useTopic(topic: FormTopic) {
  const unsaved = useUnsaved(topic);
  // Not before a submission on its way has ended: the response would be from before it.
  const enabled = useSubmissionEnded(topic);
  const { data, isError, error, refetch } = useApiQuery('auth/detail', { topic }, { enabled, staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false });
  const detail: TopicDetail | undefined = data && unsaved !== undefined ? { ...data, unsaved } : undefined;
  return { data: detail, isError, error, refetch };
}
