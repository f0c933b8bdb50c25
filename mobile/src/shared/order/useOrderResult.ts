import { OrderStatus } from '@loanmarket/shared-types/enums';
import { lookDelay } from './lookDelay';
import { stateOf } from './status';
import { useOfferWatch } from './useOfferWatch';
import { useApiQuery } from '@/lib/api';
import { useWaited } from '@/lib/api/waited';

/** States in which something is under way at the lender or the bank (spec 4). */
const UNDER_WAY: readonly number[] = [OrderStatus.waitingRiskReview, OrderStatus.underReview, OrderStatus.disbursing];

/** Milliseconds until an order is asked for again, or false when nothing is to be expected. */
export const pollDelay = (status: number, waitedMs: number): number | false => UNDER_WAY.includes(status) && lookDelay(waitedMs);

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
