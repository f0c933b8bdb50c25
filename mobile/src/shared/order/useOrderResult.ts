import { OrderStatus } from '@loanmarket/shared-types/enums';
import { stateOf } from './status';
import { useOfferWatch } from './useOfferWatch';
import { useApiQuery } from '@/lib/api';
import { useWaited } from '@/lib/api/waited';

/** Statuses in which the lender or the bank is working on the order (spec 4). */
const UNDER_WAY: readonly number[] = [OrderStatus.waitingRiskReview, OrderStatus.underReview, OrderStatus.disbursing];

/**
 * Milliseconds until an order is reloaded, or false if no change is expected. Polling becomes slower the longer it
 * takes.
 */
export function pollDelay(status: number, waitedMs: number): number | false {
  if (!UNDER_WAY.includes(status)) return false;
  if (waitedMs < 20_000) return 2_000;
  if (waitedMs < 120_000) return 5_000;
  return waitedMs < 600_000 ? 15_000 : 60_000;
}

/** An order, polled while the lender or the bank is working on it. `long`: it takes longer than usual. */
export function useOrderResult(orderId: string) {
  const { waited, long } = useWaited();
  const watch = useOfferWatch();
  const query = useApiQuery('order/detail', { orderId }, {
    enabled: orderId !== '',
    refetchInterval: ({ state }) => (state.data ? pollDelay(state.data.order.status, waited()) || watch([state.data.order]) : false),
  });
  const waiting = query.data !== undefined && stateOf(query.data.order) === 'reviewing';
  return { query, long: long(waiting, query) };
}
