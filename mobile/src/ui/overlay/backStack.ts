import { useEffect, useRef } from 'react';

type Handler = () => void;

const entries: { handler: Handler }[] = [];

/** What the back key does first, if anything lies on top. */
export function topBackHandler(): Handler | undefined {
  return entries[entries.length - 1]?.handler;
}

/** Closes everything that lies on top: an overlay must not outlive its page. */
export function closeOverlays(): void {
  [...entries].reverse().forEach((entry) => entry.handler());
}

/** While `open`, the back key closes the overlay, and so does leaving the page. */
export function useOverlayBack(open: boolean, close: Handler): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!open) return undefined;
    const entry = { handler: () => latest.current() };
    entries.push(entry);
    return () => {
      entries.splice(entries.indexOf(entry), 1);
    };
  }, [open]);
}
