import { useApiQuery } from '@/lib/api';
import { useMember } from '@/lib/member';

/**
 * The number of unread items in the borrower's inbox; undefined until it is known, and on a phone that still needs the
 * second fact.
 */
export function useUnread(): number | undefined {
  const { data: member } = useMember();
  return useApiQuery('support/unread', {}, { enabled: member !== undefined && !member.secondFactNeeded }).data?.unread;
}
