import { matchPath } from 'react-router';
import type { RouteRow } from './row';

export interface Place {
  pathname: string;
  search: string;
}

export interface Circumstances {
  loggedIn: boolean;
  /** The browser says Windows or Mac. */
  desktopPlatform: boolean;
  /** A new device of a known member: nothing personal before their second fact, which the login page asks for. */
  secondFactNeeded: boolean;
  /** The account waits for its deletion: only that page, and what is open to all. */
  deleting?: boolean;
  /** The development profile lets desktops in. */
  allowDesktop: boolean;
}

/** The page of an account that waits for its deletion. */
export const LEAVING = '/m/delAccount';

/** Finds the row of a path. */
export function findRow(rows: readonly RouteRow[], pathname: string): RouteRow | undefined {
  return rows.find((row) => matchPath(pathname, { path: row.path, exact: true }) !== null);
}

/**
 * The page behind an address that only leads on (spec 2: `/`, `/m`, and the `index` of home and of a carrier). A move inside
 * the app goes there at once: the outlet has no page for such an address, and the page that is left would be put up anew and
 * lead on again, for ever.
 */
export function pageBehind(path: string): string {
  const index = /^(\/m\/(?:home|mall\/[^/?]+))\/index\/?(\?.*)?$/.exec(path);
  if (index) return `${index[1]}${index[2] ?? ''}`;
  const leadsOn = /^\/(?:m\/?)?(\?.*)?$/.exec(path);
  return leadsOn ? `/m/home${leadsOn[1] ?? ''}` : path;
}

/** Where a borrower must go instead of `place` (spec 2 and 6), or null if they may stay. */
export function decide(rows: readonly RouteRow[], place: Place, now: Circumstances): string | null {
  if (place.pathname === '/' || place.pathname === '') return `/m${place.search}`;
  if (place.pathname === '/m' || place.pathname === '/m/') return `/m/home${place.search}`;

  const behind = pageBehind(place.pathname);
  if (behind !== place.pathname) return behind + place.search;

  const row = findRow(rows, place.pathname);
  if (row === undefined) return place.pathname === '/404' ? null : '/404';
  if (now.desktopPlatform && !now.allowDesktop && !row.desktop) return '/403';
  if (row.auth && (!now.loggedIn || now.secondFactNeeded)) return loginPath(place);
  if (row.auth && now.deleting && row.path !== LEAVING) return LEAVING;
  return null;
}

/** The login page that comes back to `place`. */
export function loginPath(place: Place): string {
  return `/m/login?redirect=${encodeURIComponent(place.pathname + place.search)}`;
}

/** The path inside the app that a `redirect` query names; anything else would be an open redirect. */
export function redirectTarget(search: string): string {
  const target = new URLSearchParams(search).get('redirect') ?? '';
  const inside = /^\/(?![/\\])/.test(target) && !target.startsWith('/m/login');
  return inside ? target : '/m/home';
}
