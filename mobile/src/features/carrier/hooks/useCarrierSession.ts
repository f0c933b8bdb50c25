import { useParams } from 'react-router';
import { outcomeOf } from '../paths';
import { useApiQuery } from '@/lib/api';
import { useWaited } from '@/lib/api/waited';

/** Milliseconds until a session is reloaded. Polling becomes slower the longer it takes. */
export function pollDelay(waitedMs: number): number {
  if (waitedMs < 30_000) return 2_000;
  return waitedMs < 180_000 ? 5_000 : 20_000;
}

/** The latest session with the carrier in this page's URL, polled while the carrier works on it. */
export function useCarrierSession() {
  const { channel } = useParams<{ channel: string }>();
  const { waited, long } = useWaited();
  const query = useApiQuery('mall/{channel}/result', {}, {
    params: { channel },
    refetchInterval: ({ state }) => (state.data && outcomeOf(state.data) === 'waiting' ? pollDelay(waited()) : false),
  });
  const waiting = query.data !== undefined && outcomeOf(query.data) === 'waiting';
  return { channel, query, long: long(waiting, query) };
}
