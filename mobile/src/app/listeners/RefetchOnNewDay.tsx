import { useEffect } from 'react';
import { isOfEarlierDay } from '@/lib/earlierDay';
import { refetchInFront } from '@/lib/queryClient';

/** How often a visible page checks whether the business day has changed. */
const CHECK_INTERVAL_MS = 30_000;

/**
 * Reloads visible data after midnight, because debts grow overnight. A page in the background reloads when it becomes
 * visible again.
 */
export function RefetchOnNewDay() {
  useEffect(() => {
    const timer = setInterval(() => void (document.hidden || refetchInFront(isOfEarlierDay)), CHECK_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
  return null;
}
