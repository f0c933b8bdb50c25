import { useEffect, useState } from 'react';

/** Whole seconds until `until` (milliseconds since the epoch); counts by the clock, so that a sleeping phone loses none. */
export function useCountdown(until: number): number {
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  const counting = left > 0;

  useEffect(() => {
    setNow(Date.now());
    if (!counting) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [until, counting]);

  return left;
}
