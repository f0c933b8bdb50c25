import type { OrderCard } from '@loanmarket/shared-types/api';
import { stateOf, type OrderState } from '@/shared/order/status';

/** The action that a running order needs, most urgent first. */
export type Need = 'overdue' | 'confirm' | 'changeCard' | 'pay' | 'wait' | 'lapsed';

const RANKS: Record<Need, number> = { overdue: 0, confirm: 1, changeCard: 2, pay: 3, wait: 4, lapsed: 4 };
const RANK_PAY_SOON = 0.5;

/** Within this many days of its due date, a loan is more urgent than an offer to confirm or a bank card to change. */
const SOON_DAYS = 3;

const needs: Partial<Record<OrderState, Need>> = {
  reviewing: 'wait', disbursing: 'wait', toConfirm: 'confirm', lapsed: 'lapsed', failed: 'changeCard', overdue: 'overdue', awaiting: 'pay',
};

/** The action that an order needs; null if it has ended. An expired offer has lapsed and needs none. */
export function needOf(order: OrderCard): Need | null {
  return needs[stateOf(order)] ?? null;
}

/** The running orders, most urgent first. Orders to be repaid are sorted by due date. */
export function runningOrders(orders: readonly OrderCard[]): OrderCard[] {
  const rank = (order: OrderCard) => {
    const need = needOf(order)!;
    return need === 'pay' && (order.daysLeft ?? SOON_DAYS + 1) <= SOON_DAYS ? RANK_PAY_SOON : RANKS[need];
  };
  return orders
    .filter((order) => needOf(order) !== null)
    .sort((one, other) => rank(one) - rank(other) || (one.daysLeft ?? 0) - (other.daysLeft ?? 0));
}
