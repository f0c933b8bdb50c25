import type { OrderDetailData } from '@loanmarket/shared-types/api';

/** What the result page tells (spec 4's order states in the borrower's terms). */
export type Result = 'waiting' | 'approved' | 'rejected' | 'disbursing' | 'paidOut' | 'failed' | 'closed';

const results: Record<number, Result> = {
  1: 'waiting',
  2: 'waiting',
  3: 'rejected',
  4: 'approved',
  5: 'disbursing',
  6: 'failed',
  7: 'closed',
  8: 'closed',
  9: 'paidOut',
};

/** The result of an order. */
export function resultOf({ order }: OrderDetailData): Result {
  return results[order.status] ?? 'closed';
}
