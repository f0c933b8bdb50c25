import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { isInFront } from './front';
import { useOwnPage } from './nav';

/**
 * Whether the user can see the page: no other page is in front and the app is not in the background. Pages behind stay
 * mounted and reload like any other, so code that marks something as seen must check this.
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
