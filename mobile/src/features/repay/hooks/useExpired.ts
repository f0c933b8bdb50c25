import { useEffect, useState } from 'react';
import { serverTimeOf } from '@/base/serverClock';

/** A timer of several weeks would overflow and fire immediately. */
const MAX_DELAY_MS = 2 ** 30;

interface Query {
  data: { state: string; expiresAt: string } | undefined;
  /** When the data arrived, by the phone's clock. */
  dataUpdatedAt: number;
}

/**
 * Whether a payment that was open when it was loaded has expired since, by the server's clock. Without a network, and
 * when the phone wakes after days, nothing newer may arrive for long, and a fee paid with an expired code no longer
 * extends the loan.
 */
export function useExpired({ data, dataUpdatedAt }: Query): boolean {
  const [, renderAgain] = useState(0);
  const end = data?.state === 'open' ? Date.parse(data.expiresAt) : Infinity;
  // A response after the expiry that still says open is right: the server decides.
  const watched = serverTimeOf(dataUpdatedAt) < end;
  const left = end - serverTimeOf(Date.now());
  useEffect(() => {
    if (!watched || left <= 0 || left === Infinity) return undefined;
    const timer = setTimeout(() => renderAgain((times) => times + 1), Math.min(left + 1, MAX_DELAY_MS));
    return () => clearTimeout(timer);
  }, [watched, left]);
  return watched && left <= 0;
}
