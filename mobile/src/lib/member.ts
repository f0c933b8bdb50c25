import type { MemberData } from '@loanmarket/shared-types/api';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { api, type ApiError } from './api';
import { queryClient } from './queryClient';
import { endSession, getSession, onSessionChange, type Session } from '@/lib/session';

/** The session, kept in step with logins and log-outs. */
export function useSession(): Session {
  return useSyncExternalStore(onSessionChange, getSession);
}

const memberQuery = {
  queryKey: ['member/query', {}] as const,
  queryFn: async (): Promise<MemberData> => {
    const member = await api('member/query', {}, { toast: false });
    if (!member?.memberId) endSession();
    return member;
  },
};

/** The borrower who is logged in; does nothing for a visitor. The guard keeps the answer fresh, on every navigation. */
export function useMember(): UseQueryResult<MemberData, ApiError> {
  const { loggedIn } = useSession();
  return useQuery<MemberData, ApiError>({ ...memberQuery, enabled: loggedIn, staleTime: Infinity });
}

/** Asks who is logged in anew; done on every navigation. A borrower without an id is logged out. */
export function refreshMember(): void {
  void queryClient.fetchQuery(memberQuery).catch(() => undefined);
}
