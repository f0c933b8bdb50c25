import type { MemberData } from '@loanmarket/shared-types/api';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { api, type ApiError } from './api';
import { queryClient } from './queryClient';
import { endSession, getSession, onSessionChange, type Session } from '@/lib/session';

/** The current session; updates on login and logout. */
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

/** The borrower who is logged in; loads nothing for a visitor. The guard refreshes it on every navigation. */
export function useMember(): UseQueryResult<MemberData, ApiError> {
  const { loggedIn } = useSession();
  return useQuery<MemberData, ApiError>({ ...memberQuery, enabled: loggedIn, staleTime: Infinity });
}

/**
 * Reloads the borrower who is logged in; called on every navigation. If the response has no member id, the session
 * ends.
 */
export function refreshMember(): void {
  void queryClient.fetchQuery(memberQuery).catch(() => undefined);
}
