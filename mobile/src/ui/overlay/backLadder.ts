import { useEffect, useRef } from 'react';

type Handler = () => void;

const rungs: { handler: Handler }[] = [];

/** What the back key does first, if anything lies on top. */
export function topBackHandler(): Handler | undefined {
  return rungs[rungs.length - 1]?.handler;
}

/** Closes everything that lies on top: an overlay must not outlive its page. */
export function closeOverlays(): void {
  [...rungs].reverse().forEach((rung) => rung.handler());
}

/** While `open`, the back key closes the overlay, and so does leaving the page. */
export function useOverlayRung(open: boolean, close: Handler): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!open) return undefined;
    const rung = { handler: () => latest.current() };
    rungs.push(rung);
    return () => {
      rungs.splice(rungs.indexOf(rung), 1);
    };
  }, [open]);
}
