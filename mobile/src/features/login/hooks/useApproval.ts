import type { ApprovalData } from '@loanmarket/shared-types/api';
import { useEffect } from 'react';
import { useApiMutation, useApiQuery } from '@/lib/api';
import { queryKey } from '@/lib/api/hooks';
import { refreshMember } from '@/lib/member';
import { setAnswer } from '@/lib/queryClient';

/** How often a new phone checks whether the other phone has answered. */
const POLL_INTERVAL_MS = 3_000;
/** How often it checks whether it may ask again. */
const RETRY_POLL_INTERVAL_MS = 30_000;

/** How this new phone can become trusted, kept up to date, and a function that asks the borrower's other phone. */
export function useApproval() {
  const query = useApiQuery('member/approval', {}, { refetchInterval: ({ state: { data } }) => (data?.state === 'waiting' ? POLL_INTERVAL_MS : RETRY_POLL_INTERVAL_MS) });
  const ask = useApiMutation('member/approval/ask', {
    onSuccess: (asked: ApprovalData) => setAnswer(queryKey('member/approval', {}), asked),
    onError: () => void query.refetch(),
  });
  const state = query.data?.state;
  useEffect(() => {
    if (state === 'approved') refreshMember();
  }, [state]);
  return { query, ask: () => ask.mutate({}), asking: ask.isPending };
}
