import type { MemberData } from '@loanmarket/shared-types/api';
import { queryClient } from '@/lib/queryClient';

/**
 * The member id of the user who is logged in, as last reported by the server; empty for a visitor. Data stored for a
 * borrower is keyed by it.
 */
export const ownerId = (): string => queryClient.getQueryData<MemberData>(['member/query', {}])?.memberId ?? '';
