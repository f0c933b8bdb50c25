import { useIonRouter } from '@ionic/react';
import { useContext, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { pageBehind } from './routes/decide';
import { RowContext, type QueryName } from './routes/row';

export interface Nav {
  /** One step deeper: slides in from the right. */
  to: (path: string) => void;
  /** In place of this page, which back then skips. */
  replace: (path: string) => void;
  /** Back in history; `/` when there is none. */
  back: () => void;
  /** To another tab: no movement. */
  tab: (path: string) => void;
}

/**
 * The one way to move between pages; paths are those of spec 2. It stays the same object while the router's changes with
 * every move: an effect that leads on would run again and lead there twice, which leaves the outlet empty.
 */
export function useNav(): Nav {
  const router = useIonRouter();
  const latest = useRef(router);
  latest.current = router;
  return useMemo(
    () => ({
      to: (path) => isElsewhere(path) && latest.current.push(pageBehind(path), 'forward', 'push'),
      replace: (path) => latest.current.push(pageBehind(path), 'forward', 'replace'),
      back: () => (window.history.length > 1 ? latest.current.goBack() : latest.current.push(pageBehind('/'), 'back', 'replace')),
      tab: (path) => latest.current.push(pageBehind(path), 'none', 'push'),
    }),
    [],
  );
}

/** The second tap on a link, while its page slides in already, leads nowhere: back would have to be pressed twice. */
const isElsewhere = (path: string) => pageBehind(path) !== window.location.pathname + window.location.search;

/**
 * A query parameter of this page's own address. Pages stay mounted behind others, where the location is that of the page
 * in front; and the outlet shows a mounted page again when only the query differs. The routes table names what a page reads.
 */
export function useQueryParam(name: QueryName): string | null {
  const row = useContext(RowContext);
  if (row && name !== 'back' && !row.query?.includes(name)) throw new Error(`the route ${row.path} has no query parameter ${name}`);
  const { pathname, search } = useLocation();
  const [own] = useState(pathname);
  const latest = useRef(search);
  if (pathname === own) latest.current = search;
  return new URLSearchParams(latest.current).get(name);
}
