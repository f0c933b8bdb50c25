import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { findRoute } from '../routes/decide';
import { table } from '../routes/table';
import { isNativeApp } from '@/bridge/host';
import { saveFromUrl, lookUpChannel } from '@/lib/channel';
import { track } from '@/lib/tracking';

/** The name of a page is its route, because its URL may contain personal data. */
const pageOf = (pathname: string) => findRoute(table, pathname)?.path ?? '/404';

/**
 * Records page views, button presses by name (see base/trackName), and the channel that a visit came from (spec 9:
 * `channel` or `cc`).
 */
export function Tracking() {
  const { pathname } = useLocation();
  const page = pageOf(pathname);

  useEffect(() => track(page), [page]);

  useEffect(() => {
    const pressed = (event: MouseEvent) => {
      const button = (event.target as Element).closest?.('[data-track]')?.getAttribute('data-track');
      if (button) track(pageOf(location.pathname), button);
    };
    document.addEventListener('click', pressed, true);
    return () => document.removeEventListener('click', pressed, true);
  }, []);

  useEffect(() => {
    const code = isNativeApp() ? '' : saveFromUrl(location.search);
    if (code) void lookUpChannel(code);
  }, []);

  return null;
}
