import type { OrderCard } from '@loanmarket/shared-types/api';
import { stateOf, type OrderState } from '@/shared/order/status';

/** What a running order wants of the borrower, the most pressing first. */
export type Need = 'overdue' | 'confirm' | 'changeCard' | 'pay' | 'wait' | 'lapsed';

const RANKS: Record<Need, number> = { overdue: 0, confirm: 1, changeCard: 2, pay: 3, wait: 4, lapsed: 4 };
const PAY_SOON = 0.5;

/** From so many days before its due date a loan comes before what can be decided at leisure. */
const SOON = 3;

const needs: Partial<Record<OrderState, Need>> = {
  reviewing: 'wait', disbursing: 'wait', toConfirm: 'confirm', lapsed: 'lapsed', failed: 'changeCard', overdue: 'overdue', awaiting: 'pay',
};

/** What an order wants; null for one that has ended. An offer whose time is over wants nothing any more. */
export function needOf(order: OrderCard): Need | null {
  return needs[stateOf(order)] ?? null;
}

/** The orders that go on, the most pressing first; of those to be paid, the one due first. */
export function runningOrders(orders: readonly OrderCard[]): OrderCard[] {
  const rank = (order: OrderCard) => {
    const need = needOf(order)!;
    return need === 'pay' && (order.daysLeft ?? SOON + 1) <= SOON ? PAY_SOON : RANKS[need];
  };
  return orders
    .filter((order) => needOf(order) !== null)
    .sort((one, other) => rank(one) - rank(other) || (one.daysLeft ?? 0) - (other.daysLeft ?? 0));
}
