import { useParams } from 'react-router';
import { useState } from 'react';
import { outcomeOf } from '../paths';
import { useApiQuery } from '@/lib/api';

/** Milliseconds until a try is asked for again: quick at first, rarer the longer it takes. */
export function tryDelay(waitedMs: number): number {
  if (waitedMs < 30_000) return 2_000;
  return waitedMs < 180_000 ? 5_000 : 20_000;
}

/** After this long the page says that it takes longer than usual. */
const USUAL_MS = 60_000;

/** The newest try with the carrier of this page's address, asked for again while the carrier works on it. */
export function useTry() {
  const { channel } = useParams<{ channel: string }>();
  const [since] = useState(() => performance.now());
  const query = useApiQuery('mall/{channel}/result', {}, {
    params: { channel },
    refetchInterval: ({ state }) => (state.data && outcomeOf(state.data) === 'waiting' ? tryDelay(performance.now() - since) : false),
  });
  // What it says of the time of the answer has the page drawn anew with each.
  const waiting = query.data !== undefined && outcomeOf(query.data) === 'waiting';
  return { channel, query, long: waiting && query.dataUpdatedAt > 0 && performance.now() - since > USUAL_MS };
}
