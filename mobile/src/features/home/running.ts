import type { OrderCard } from '@loanmarket/shared-types/api';
import { OrderStatus, RepayStatus } from '@loanmarket/shared-types/enums';

/** What a running order wants of the borrower, the most pressing first. */
export type Need = 'overdue' | 'confirm' | 'changeCard' | 'pay' | 'wait';

const ORDER: readonly Need[] = ['overdue', 'confirm', 'changeCard', 'pay', 'wait'];

/** What an order wants; null for one that is over. */
export function needOf({ status, repayStatus }: OrderCard): Need | null {
  switch (status) {
    case OrderStatus.waitingRiskReview:
    case OrderStatus.underReview:
    case OrderStatus.disbursing:
      return 'wait';
    case OrderStatus.toBeConfirmed:
      return 'confirm';
    case OrderStatus.disbursementFailed:
      return 'changeCard';
    case OrderStatus.waitingPayment:
      if (repayStatus === RepayStatus.settled) return null;
      return repayStatus === RepayStatus.overdue ? 'overdue' : 'pay';
    default:
      return null;
  }
}

/** The orders that go on, the most pressing first; of those to be paid, the one due first. */
export function runningOrders(orders: readonly OrderCard[]): OrderCard[] {
  const rank = (order: OrderCard) => ORDER.indexOf(needOf(order)!);
  return orders
    .filter((order) => needOf(order) !== null)
    .sort((one, other) => rank(one) - rank(other) || (one.daysLeft ?? 0) - (other.daysLeft ?? 0));
}
