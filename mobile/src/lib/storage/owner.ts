import type { MemberData } from '@loanmarket/shared-types/api';
import { queryClient } from '@/lib/queryClient';

/** Who is logged in, as far as the server has said so; empty for a visitor. What is kept for a borrower carries it. */
export const ownerId = (): string => queryClient.getQueryData<MemberData>(['member/query', {}])?.memberId ?? '';
