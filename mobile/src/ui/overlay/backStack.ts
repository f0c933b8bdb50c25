import { useEffect, useRef } from 'react';
import { coverPage } from '@/lib/nav/overlayEntry';

/** While `open`, the back key closes the overlay, and so does leaving the page. */
export function useOverlayBack(open: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => (open ? coverPage(() => latest.current()) : undefined), [open]);
}
