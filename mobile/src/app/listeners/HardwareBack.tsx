import { useEffect } from 'react';
import { exitApp } from '@/bridge/backKey';
import { history, isFirstPage } from '@/lib/nav/history';
import { moveFromLevel, topBackStep } from '@/lib/nav/overlayEntry';

/**
 * Handles the phone's back key. In this order, it closes the top overlay, goes one step back within the page, goes to
 * the previous page, or exits the app.
 */
export function HardwareBack() {
  useEffect(() => {
    const onBack = (event: Event) => {
      (event as CustomEvent<{ register: (priority: number, handler: () => void) => void }>).detail.register(10, () => {
        const onTop = topBackStep();
        if (onTop) onTop();
        // Behind a step that is on its way. Not the router's way back: it knows only what happened since the page was loaded.
        else moveFromLevel(Infinity, () => (isFirstPage() ? exitApp() : history.goBack()));
      });
    };
    document.addEventListener('ionBackButton', onBack);
    return () => document.removeEventListener('ionBackButton', onBack);
  }, []);
  return null;
}
