import { useEffect, useRef } from 'react';
import { addBackStep } from '@/lib/nav/overlayEntry';

/**
 * While `open`, the back key and leaving the page close the overlay. A step `within` the page is below every overlay.
 */
export function useOverlayBack(open: boolean, close: () => void, within = false): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => (open ? addBackStep(() => latest.current(), within) : undefined), [open, within]);
}
