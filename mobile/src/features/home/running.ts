import type { OrderCard } from '@loanmarket/shared-types/api';
import { stateOf, type OrderState } from '@/shared/order/status';

/** What a running order wants of the borrower, the most pressing first. */
export type Need = 'overdue' | 'confirm' | 'changeCard' | 'pay' | 'wait';

const ORDER: readonly Need[] = ['overdue', 'confirm', 'changeCard', 'pay', 'wait'];

/** From so many days before its due date a loan comes before what can be decided at leisure. */
const SOON = 3;

const needs: Partial<Record<OrderState, Need>> = {
  reviewing: 'wait', disbursing: 'wait', toConfirm: 'confirm', failed: 'changeCard', overdue: 'overdue', awaiting: 'pay',
};

/** What an order wants; null for one that has ended. An offer whose time is over wants nothing any more. */
export function needOf(order: OrderCard): Need | null {
  return isLapsed(order) ? 'wait' : (needs[stateOf(order)] ?? null);
}

/** An offer whose time is over, and that is not closed yet. */
export const isLapsed = (order: OrderCard): boolean => stateOf(order) === 'toConfirm' && order.offerExpiresAt === null;

/** The orders that go on, the most pressing first; of those to be paid, the one due first. */
export function runningOrders(orders: readonly OrderCard[]): OrderCard[] {
  const rank = (order: OrderCard) => {
    const need = needOf(order)!;
    return need === 'pay' && (order.daysLeft ?? SOON + 1) <= SOON ? 0.5 : ORDER.indexOf(need);
  };
  return orders
    .filter((order) => needOf(order) !== null)
    .sort((one, other) => rank(one) - rank(other) || (one.daysLeft ?? 0) - (other.daysLeft ?? 0));
}
