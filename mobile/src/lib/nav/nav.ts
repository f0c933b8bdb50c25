import { useIonRouter } from '@ionic/react';
import type { Location } from 'history';
import { createContext, useContext, useMemo, useRef, useState } from 'react';
import { useHistory, useLocation } from 'react-router';
import { isInFront } from './front';
import { isFirstPage } from './history';
import { moveFromLevel } from './overlayEntry';
import { pageBehind } from './paths';
import { RouteContext, type QueryName } from './route';

/** The identity of a page in the app, for as long as it is mounted. */
export interface OwnPage {
  /** Its path without the query. If only the query differs, the outlet shows the mounted page again. */
  readonly pathname: string;
  /** A navigation that the page requested while another page was in front of it. */
  later: (() => void) | null;
  /** The focused element of the page was removed, so the element that replaces it may take the focus. */
  focusIsFree?: boolean;
}

/** The page that a component belongs to; null for components of the whole app. */
export const OwnPageContext = createContext<OwnPage | null>(null);

/** The page that the component belongs to. */
export const useOwnPage = (): OwnPage | null => useContext(OwnPageContext);

export interface Nav {
  /** Goes one step deeper: the page slides in from the right. */
  to: (path: string) => void;
  /**
   * Replaces this page, so that back skips it. `since`, in milliseconds since the epoch, is when the reason for the
   * move became known, if that was earlier: the new page may have requested its data since then.
   */
  replace: (path: string, since?: number) => void;
  /** Goes back in history, or to `/` from the first page of this tab, because earlier entries belong to other sites. */
  back: () => void;
  /** Switches to another tab, without an animation. */
  tab: (path: string) => void;
}

/**
 * The only way to navigate between pages; paths are those of spec 2. Pages stay mounted behind others, and only the one
 * in front may navigate: a step deeper or to a tab from behind is dropped, because the borrower has moved on, and a
 * replace or back runs once the page is in front again. The returned object never changes, although the router's
 * changes with every move: otherwise an effect that navigates would run again and navigate twice, which leaves the
 * outlet empty.
 */
export function useNav(): Nav {
  const router = useIonRouter();
  const history = useHistory();
  const own = useOwnPage();
  const latest = useRef(router);
  latest.current = router;
  return useMemo(() => {
    const inFront = () => isInFront(own, history.location.pathname);
    // Waits until the history can make the move, because the router applies the direction given here to the next move
    // of any kind.
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

/** Runs a navigation that was deferred while another page was in front. Called once the page is in front again. */
export function leaveIfOver(own: OwnPage, pathname: string): void {
  if (!isInFront(own, pathname)) return;
  const { later } = own;
  own.later = null;
  later?.();
}

/**
 * Ignores a second tap on a link while its page is already sliding in; otherwise back would have to be pressed twice.
 */
const isElsewhere = (path: string) => pageBehind(path) !== window.location.pathname + window.location.search;

/**
 * The page's own location. Pages stay mounted behind others, where the router's location is that of the page in front,
 * and the outlet shows a mounted page again if only the query or the fragment differs.
 */
export function useOwnLocation(): Location {
  const location = useLocation();
  const [own] = useState(location.pathname);
  const latest = useRef(location);
  if (location.pathname === own) latest.current = location;
  return latest.current;
}

/** A query parameter of the page's own URL. The route table lists the parameters that a page may read. */
export function useQueryParam(name: QueryName): string | null {
  const row = useContext(RouteContext);
  if (row && name !== 'back' && !row.query?.includes(name)) throw new Error(`the route ${row.path} has no query parameter ${name}`);
  return new URLSearchParams(useOwnLocation().search).get(name);
}
