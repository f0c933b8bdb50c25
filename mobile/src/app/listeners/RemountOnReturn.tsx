import { RouteManagerContext } from '@ionic/react';
import { useContext, useLayoutEffect } from 'react';
import { useLocation } from 'react-router';

/**
 * Remounts a page to which the user returns while it is still being removed. Otherwise the outlet would show it and
 * then remove it, leaving nothing. This component is placed before the outlet, which looks up the page afterwards.
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
