import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { closeOverlays } from '@/lib/nav/overlayEntry';

/** Removes what belongs to the previous page after a navigation: the focus, the keyboard and sheets. */
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
