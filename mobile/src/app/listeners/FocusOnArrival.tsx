import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { closeOverlays } from '@/lib/nav/overlayEntry';

/** After a navigation nothing of the page before stays in front: no focus, no keyboard, no sheet. */
export function FocusOnArrival() {
  const { pathname } = useLocation();
  useEffect(
    () => () => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      closeOverlays();
    },
    [pathname],
  );
  return null;
}
