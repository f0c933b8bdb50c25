import { matchPath } from 'react-router';
import { LEAVING, loginPath, pageBehind, type Place } from '@/lib/nav/paths';
import type { RouteDefinition } from '@/lib/nav/route';

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

/** What desktops are led to. */
export const USE_PHONE = '/403';

/** Finds the route of a path. */
export function findRoute(routes: readonly RouteDefinition[], pathname: string): RouteDefinition | undefined {
  return routes.find((route) => matchPath(pathname, { path: route.path, exact: true, sensitive: true }) !== null);
}

/** Where a borrower must go instead of `place` (spec 2 and 6), or null if they may stay. */
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
