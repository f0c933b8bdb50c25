import { isReadable } from '@/base/readablePath';

/** A location in the app. */
export interface Place {
  pathname: string;
  search: string;
}

/** The page of an account whose deletion is pending. */
export const LEAVING = '/m/delAccount';

/** The login page, which redirects after the login. */
export const LOGIN = '/m/login';

/**
 * The page behind a path that only redirects (spec 2: `/`, `/m`, and the `index` of home and of a carrier). Navigation
 * inside the app goes there directly: the outlet has no page for a redirecting path, so it would mount the page that is
 * left again, which would redirect again without end.
 */
export function pageBehind(path: string): string {
  const index = /^(\/m\/(?:home|mall\/[^/?]+))\/index\/?(\?.*)?$/.exec(path);
  if (index) return `${index[1]}${index[2] ?? ''}`;
  const leadsOn = /^\/(?:m\/?)?(\?.*)?$/.exec(path);
  return leadsOn ? `/m/home${leadsOn[1] ?? ''}` : path;
}

/** The login page that returns to `place`. */
export function loginPath(place: Place): string {
  return `${LOGIN}?redirect=${encodeURIComponent(place.pathname + place.search)}`;
}

/**
 * The path inside the app given by the `redirect` query parameter, as the browser parses it. Any other target would be
 * an open redirect and leads to home.
 */
export function redirectTarget(search: string): string {
  const target = new URLSearchParams(search).get('redirect') ?? '';
  return (target.startsWith('/') && insidePath(target)) || '/m/home';
}

/** A placeholder for the app's own origin. On iPhones the app's URL scheme has no origin. */
const OWN = 'https://app.invalid';

function insidePath(target: string): string | null {
  try {
    const url = new URL(target, OWN);
    const inside = url.origin === OWN && !/^\/(\/|m\/login)/.test(url.pathname) && isReadable(url.pathname);
    return inside ? url.pathname + url.search : null;
  } catch {
    return null;
  }
}
