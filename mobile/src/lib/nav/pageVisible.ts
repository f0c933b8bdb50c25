import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { isInFront } from './front';
import { useOwnPage } from './nav';

/**
 * Whether somebody looks at the page: no other one lies over it, and the app is not put away. Pages behind stay mounted and
 * are read anew like all others; what says that something was seen must ask for this.
 */
export function usePageVisible(): boolean {
  const own = useOwnPage();
  const { pathname } = useLocation();
  const visible = useSyncExternalStore(subscribe, () => !document.hidden);
  return visible && isInFront(own, pathname);
}

function subscribe(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}
