import { useEffect, useRef, type RefObject } from 'react';
import { isIosApp } from '@/bridge/appInfo';

/**
 * In the iPhone app, which has no back key, a swipe from the left edge of the element's page does what the header's
 * back button does on the web.
 */
export function useSwipeBack(element: RefObject<HTMLElement>, enabled: boolean, back: () => void): void {
  const latest = useRef(back);
  useEffect(() => {
    latest.current = back;
  });
  useEffect(() => {
    const page = element.current?.closest<HTMLElement>('.ion-page');
    if (!enabled || !page || !isIosApp()) return undefined;
    let over = false;
    let stop: (() => void) | undefined;
    const watch = async () => {
      const { onSwipeBack } = await import('./swipeBack');
      if (!over) stop = onSwipeBack(page, () => latest.current());
    };
    // The shell contains its chunks. If this one fails to load, the page can still be left by its own buttons.
    void watch().catch(() => undefined);
    return () => {
      over = true;
      stop?.();
    };
  }, [element, enabled]);
}
