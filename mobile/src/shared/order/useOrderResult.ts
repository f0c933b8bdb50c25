import { useState } from 'react';
import { pollDelay, USUAL_MS } from './poll';
import { stateOf } from './status';
import { useApiQuery } from '@/lib/api';

/** An order, asked for again while something is under way. `long`: it takes longer than usual. */
export function useOrderResult(orderId: string) {
  const [since] = useState(() => Date.now());
  const query = useApiQuery('order/detail', { orderId }, {
    enabled: orderId !== '',
    refetchInterval: ({ state }) => (state.data ? pollDelay(state.data.order.status, Date.now() - since) : false),
  });
  const waiting = query.data !== undefined && stateOf(query.data.order) === 'reviewing';
  return { query, long: waiting && query.dataUpdatedAt - since > USUAL_MS };
}
