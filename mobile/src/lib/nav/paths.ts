import { isReadable } from '@/base/readablePath';

/** Where somebody is in the app. */
export interface Place {
  pathname: string;
  search: string;
}

/** The page of an account that waits for its deletion. */
export const LEAVING = '/m/delAccount';

/** The page that logs in, and leads on. */
export const LOGIN = '/m/login';

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

/** The login page that comes back to `place`. */
export function loginPath(place: Place): string {
  return `${LOGIN}?redirect=${encodeURIComponent(place.pathname + place.search)}`;
}

/** The path inside the app that a `redirect` query names, as the browser reads it; anything else would be an open redirect. */
export function redirectTarget(search: string): string {
  const target = new URLSearchParams(search).get('redirect') ?? '';
  return (target.startsWith('/') && insidePath(target)) || '/m/home';
}

/** Stands for the app's own origin, which on iPhones has a scheme that browsers give no origin to. */
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
