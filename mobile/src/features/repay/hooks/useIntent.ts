import { useEffect } from 'react';
import { useApiQuery } from '@/lib/api';
import { useNav } from '@/lib/nav/nav';

/** The polling interval. Money usually arrives within seconds. */
const POLL_INTERVAL_MS = 3000;

/** An open payment, polled until the money has arrived; its receipt then replaces the page. */
export function useIntent(intentId: string | null) {
  const nav = useNav();
  const query = useApiQuery('repay/intent', { intentId: intentId ?? '' }, {
    enabled: intentId !== null,
    refetchInterval: ({ state }) => (state.data === undefined || state.data.state === 'open' ? POLL_INTERVAL_MS : false),
  });
  const paymentId = query.data?.paymentId ?? null;
  useEffect(() => {
    if (paymentId) nav.replace(`/m/repay/result?paymentId=${paymentId}`);
  }, [paymentId, nav]);
  return query;
}
