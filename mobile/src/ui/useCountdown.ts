import { useCallback, useEffect, useState } from 'react';

/** Seconds that run down to 0; measured against the clock, so that a sleeping phone does not stretch them. */
export function useCountdown(): { left: number; start: (seconds: number) => void; stop: () => void } {
  const [end, setEnd] = useState(0);
  const [left, setLeft] = useState(0);

  useEffect(() => {
    if (end === 0) return undefined;
    const tick = () => {
      const seconds = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      setLeft(seconds);
      if (seconds === 0) setEnd(0);
    };
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [end]);

  const start = useCallback((seconds: number) => {
    setLeft(seconds);
    setEnd(Date.now() + seconds * 1000);
  }, []);
  const stop = useCallback(() => {
    setLeft(0);
    setEnd(0);
  }, []);
  return { left, start, stop };
}
