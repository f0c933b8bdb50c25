import { useEffect } from 'react';
import { findRoute } from '../routes/decide';
import { table } from '../routes/table';
import { exitApp } from '@/bridge/backKey';
import { history, isFirstPage } from '@/lib/nav/history';
import { moveFromLevel, topBackStep } from '@/lib/nav/overlayEntry';
import { LEAVING } from '@/lib/nav/paths';

/**
 * Handles the phone's back key. In this order, it closes the top overlay, goes one step back within the page, goes to
 * the previous page, to home, or exits the app.
 */
export function HardwareBack() {
  useEffect(() => {
    const onBack = (event: Event) => {
      (event as CustomEvent<{ register: (priority: number, handler: () => void) => void }>).detail.register(10, () => {
        const onTop = topBackStep();
        if (onTop) onTop();
        // Behind a step that is on its way. Not the router's way back: it knows only what happened since the page was loaded.
        else moveFromLevel(Infinity, goBack);
      });
    };
    document.addEventListener('ionBackButton', onBack);
    return () => document.removeEventListener('ionBackButton', onBack);
  }, []);
  return null;
}

function goBack(): void {
  if (!isFirstPage()) history.goBack();
  else if (isDeep(history.location.pathname)) history.replace('/m/home');
  else exitApp();
}

/**
 * Whether a page is below home. The app begins with such a page if the system ended it there. While an account is being
 * deleted, home leads back to that page.
 */
const isDeep = (pathname: string): boolean => pathname !== LEAVING && findRoute(table, pathname)?.back === true;
