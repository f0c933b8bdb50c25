import { useApiQuery } from '@/lib/api';
import { useMember } from '@/lib/member';

/** The number of what is unread in a borrower's inbox; undefined until it is known. A phone that is new to them is told nothing. */
export function useUnread(): number | undefined {
  const { data: member } = useMember();
  return useApiQuery('support/unread', {}, { enabled: member !== undefined && !member.secondFactNeeded }).data?.unread;
}
