import { OrderStatus } from '@loanmarket/shared-types/enums';
import { stateOf } from './status';
import { useOfferWatch } from './useOfferWatch';
import { useApiQuery } from '@/lib/api';
import { useWaited } from '@/lib/api/waited';

/** States in which something is under way at the lender or the bank (spec 4). */
const UNDER_WAY: readonly number[] = [OrderStatus.waitingRiskReview, OrderStatus.underReview, OrderStatus.disbursing];

/**
 * Milliseconds until an order is asked for again, or false when nothing is to be expected. Quick while the borrower looks at it, rarer
 * the longer it takes.
 */
export function pollDelay(status: number, waitedMs: number): number | false {
  if (!UNDER_WAY.includes(status)) return false;
  if (waitedMs < 20_000) return 2_000;
  if (waitedMs < 120_000) return 5_000;
  return waitedMs < 600_000 ? 15_000 : 60_000;
}

/** An order, asked for again while something is under way. `long`: it takes longer than usual. */
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
