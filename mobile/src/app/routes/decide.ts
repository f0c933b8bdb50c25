import { matchPath } from 'react-router';
import { LEAVING, loginPath, pageBehind, type Place } from '@/lib/nav/paths';
import type { RouteDefinition } from '@/lib/nav/route';

export interface Circumstances {
  loggedIn: boolean;
  /** The browser reports Windows or Mac. */
  desktopPlatform: boolean;
  /**
   * A new device of a known member. It may not show personal data before the second fact, which the login page asks
   * for.
   */
  secondFactNeeded: boolean;
  /** The deletion of the account is pending: of the pages with login, only its own page is open. */
  deleting?: boolean;
  /** Set in the development profile: desktops are allowed. */
  allowDesktop: boolean;
}

/** The page to which desktops are redirected. */
export const USE_PHONE = '/403';

/** Returns the route of a path. */
export function findRoute(routes: readonly RouteDefinition[], pathname: string): RouteDefinition | undefined {
  return routes.find((route) => matchPath(pathname, { path: route.path, exact: true, sensitive: true }) !== null);
}

/** Returns where a borrower must be redirected instead of `place` (spec 2 and 6), or null if they may stay. */
export function decide(routes: readonly RouteDefinition[], place: Place, now: Circumstances): string | null {
  if (place.pathname === '/' || place.pathname === '') return `/m${place.search}`;
  if (place.pathname === '/m' || place.pathname === '/m/') return `/m/home${place.search}`;

  const behind = pageBehind(place.pathname);
  if (behind !== place.pathname) return behind + place.search;

  const route = findRoute(routes, place.pathname);
  if (route === undefined) return place.pathname === '/404' ? null : '/404';
  if (now.desktopPlatform && !now.allowDesktop && !route.desktop) return USE_PHONE;
  if (route.auth && (!now.loggedIn || now.secondFactNeeded)) return loginPath(place);
  if (route.auth && now.deleting && route.path !== LEAVING) return LEAVING;
  return null;
}
