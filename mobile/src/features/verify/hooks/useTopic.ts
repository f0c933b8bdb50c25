import type { FormTopic } from '../topics';
import { useApiQuery } from '@/lib/api';

/**
 * What was submitted and typed for a topic, as it was when the page was opened: a form in use must not be overtaken by
 * a later answer.
 */
export function useTopic(topic: FormTopic) {
  return useApiQuery('auth/detail', { topic }, { staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false });
}
