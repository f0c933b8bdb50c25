import { useCallback, useEffect, useState } from 'react';
import { askTimeOnReturn, countdown } from '@/base/countdown';

/** A countdown in seconds to 0 that is independent of the phone's clock and of sleep. */
export function useCountdown(): { left: number; start: (seconds: number) => void; stop: () => void } {
  const [counting, setCounting] = useState<{ left: () => number } | null>(null);
  const [left, setLeft] = useState(0);

  useEffect(() => {
    if (!counting) return undefined;
    const tick = () => {
      const seconds = counting.left();
      setLeft(seconds);
      if (seconds === 0) setCounting(null);
    };
    tick();
    const timer = setInterval(tick, 500);
    const stopAsking = askTimeOnReturn();
    return () => {
      clearInterval(timer);
      stopAsking();
    };
  }, [counting]);

  const start = useCallback((seconds: number) => {
    setLeft(seconds);
    setCounting({ left: countdown(seconds) });
  }, []);
  const stop = useCallback(() => {
    setLeft(0);
    setCounting(null);
  }, []);
  return { left, start, stop };
}
