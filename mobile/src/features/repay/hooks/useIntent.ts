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
    // A payment that does not exist stays so, and each request would replace the page that says it.
    refetchInterval: ({ state: { data, error } }) => ((data ? data.state === 'open' : !error?.final) ? POLL_INTERVAL_MS : false),
  });
  const paymentId = query.data?.paymentId ?? null;
  useEffect(() => {
    if (paymentId) nav.replace(`/m/repay/result?paymentId=${paymentId}`);
  }, [paymentId, nav]);
  return query;
}
