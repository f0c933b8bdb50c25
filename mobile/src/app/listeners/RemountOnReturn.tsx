import { RouteManagerContext } from '@ionic/react';
import { useContext, useLayoutEffect } from 'react';
import { useLocation } from 'react-router';

/**
 * Puts up anew a page that is come back to while it is still on its way out: the outlet would show it and then take it away,
 * with nothing in its place. It stands before the outlet, which looks for the page after it.
 */
export function RemountOnReturn() {
  const { pathname } = useLocation();
  const { findViewItemByPathname, unMountViewItem } = useContext(RouteManagerContext);
  useLayoutEffect(() => {
    const view = findViewItemByPathname(pathname);
    if (view && !view.mount) unMountViewItem(view);
  }, [pathname, findViewItemByPathname, unMountViewItem]);
  return null;
}
