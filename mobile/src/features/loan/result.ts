import { OrderStatus } from '@loanmarket/shared-types/enums';

/** What the result page tells: spec 4's order states in the borrower's terms. */
export type Result = 'waiting' | 'approved' | 'rejected' | 'disbursing' | 'paidOut' | 'failed' | 'closed';

const results: Record<number, Result> = {
  [OrderStatus.waitingRiskReview]: 'waiting',
  [OrderStatus.underReview]: 'waiting',
  [OrderStatus.rejected]: 'rejected',
  [OrderStatus.toBeConfirmed]: 'approved',
  [OrderStatus.disbursing]: 'disbursing',
  [OrderStatus.disbursementFailed]: 'failed',
  [OrderStatus.cancelled]: 'closed',
  [OrderStatus.cancelledBySystem]: 'closed',
  [OrderStatus.waitingPayment]: 'paidOut',
};

/** The result that an order's status stands for. */
export function resultOf(status: number): Result {
  return results[status] ?? 'closed';
}
