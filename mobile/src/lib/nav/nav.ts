import { useIonRouter } from '@ionic/react';
import type { Location } from 'history';
import { createContext, useContext, useMemo, useRef, useState } from 'react';
import { useHistory, useLocation } from 'react-router';
import { isInFront } from './front';
import { isFirstPage } from './history';
import { moveFromLevel } from './overlayEntry';
import { pageBehind } from './paths';
import { RouteContext, type QueryName } from './route';

/** Where a page stands in the app, for as long as it is mounted. */
export interface OwnPage {
  /** Its address, without the query: the outlet shows a mounted page again when only that differs. */
  readonly pathname: string;
  /** What the page wanted to do while another one was in front of it. */
  later: (() => void) | null;
  /** The focus was on the page, and what had it has made room for what comes in its place. */
  focusIsFree?: boolean;
}

/** The page that a component belongs to; null for what concerns the whole app. */
export const OwnPageContext = createContext<OwnPage | null>(null);

/** The page that the component belongs to. */
export const useOwnPage = (): OwnPage | null => useContext(OwnPageContext);

export interface Nav {
  /** One step deeper: slides in from the right. */
  to: (path: string) => void;
  /**
   * In place of this page, which back then skips. `since`, in milliseconds since the epoch, is when what leads there was known, if
   * that was earlier: what is there already may have asked for its answers since then.
   */
  replace: (path: string, since?: number) => void;
  /** Back in history; `/` from the page with which this tab came in: what lies behind that is somebody else's. */
  back: () => void;
  /** To another tab: no movement. */
  tab: (path: string) => void;
}

/**
 * The one way to move between pages; paths are those of spec 2. Pages stay mounted behind others, and only the one in front
 * leads on: from behind, a step deeper or aside is dropped (the borrower has gone elsewhere since), and a page that is over
 * leaves once it is come back to. It stays the same object while the router's changes with every move: an effect that
 * leads on would run again and lead there twice, which leaves the outlet empty.
 */
export function useNav(): Nav {
  const router = useIonRouter();
  const history = useHistory();
  const own = useOwnPage();
  const latest = useRef(router);
  latest.current = router;
  return useMemo(() => {
    const inFront = () => isInFront(own, history.location.pathname);
    // Not before the history can make the move: the router applies what it is told here to the next one that is made.
    const lead = (path: string, direction: 'forward' | 'back' | 'none', action: 'push' | 'replace') =>
      moveFromLevel(action === 'push' ? 1 : 0, () => inFront() && latest.current.push(pageBehind(path), direction, action));
    const over = (leave: () => void) => {
      if (inFront()) leave();
      else own!.later = leave;
    };
    return {
      to: (path) => inFront() && moveFromLevel(1, () => isElsewhere(path) && lead(path, 'forward', 'push')),
      replace: (path, since) => over(() => moveFromLevel(0, () => over(() => lead(path, 'forward', 'replace')), since)),
      // Not the router's way back: it knows only what happened since the page was loaded.
      back: () => over(() => moveFromLevel(Infinity, () => inFront() && (isFirstPage() ? lead('/', 'back', 'replace') : history.goBack()))),
      tab: (path) => inFront() && lead(path, 'none', 'push'),
    };
  }, [history, own]);
}

/** Lets a page leave that was over while another one was in front of it. Called once the page is in front again. */
export function leaveIfOver(own: OwnPage, pathname: string): void {
  if (!isInFront(own, pathname)) return;
  const { later } = own;
  own.later = null;
  later?.();
}

/** The second tap on a link, while its page slides in already, leads nowhere: back would have to be pressed twice. */
const isElsewhere = (path: string) => pageBehind(path) !== window.location.pathname + window.location.search;

/**
 * The page's own address. Pages stay mounted behind others, where the location is that of the page in front; and the outlet
 * shows a mounted page again when only the query or the fragment differs.
 */
export function useOwnLocation(): Location {
  const location = useLocation();
  const [own] = useState(location.pathname);
  const latest = useRef(location);
  if (location.pathname === own) latest.current = location;
  return latest.current;
}

/** A query parameter of the page's own address. The routes table names what a page reads. */
export function useQueryParam(name: QueryName): string | null {
  const row = useContext(RouteContext);
  if (row && name !== 'back' && !row.query?.includes(name)) throw new Error(`the route ${row.path} has no query parameter ${name}`);
  return new URLSearchParams(useOwnLocation().search).get(name);
}
