import { useEffect, useRef } from 'react';

type Handler = () => void;

const rungs: { handler: Handler; overlay: boolean }[] = [];

/** What the back key does first, if anything lies on top or a page is in the middle of its steps. */
export function topBackHandler(): Handler | undefined {
  return rungs[rungs.length - 1]?.handler;
}

/** Closes everything that lies on top: an overlay must not outlive its page. */
export function closeOverlays(): void {
  rungs.filter((rung) => rung.overlay).reverse().forEach((rung) => rung.handler());
}

function useRung(active: boolean, handler: Handler, overlay: boolean): void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => {
    if (!active) return undefined;
    const rung = { handler: () => latest.current(), overlay };
    rungs.push(rung);
    return () => {
      rungs.splice(rungs.indexOf(rung), 1);
    };
  }, [active, overlay]);
}

/** While `active`, the back key goes one step of the page back instead of leaving it. */
export function useBackStep(active: boolean, back: Handler): void {
  useRung(active, back, false);
}

/** While `open`, the back key closes the overlay, and so does leaving the page. */
export function useOverlayRung(open: boolean, close: Handler): void {
  useRung(open, close, true);
}
