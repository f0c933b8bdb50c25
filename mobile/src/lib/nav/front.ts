/**
 * The page in front and when the navigation to it started, as reported by the history. This module does not depend on
 * the browser, so that the query code can use it.
 */
const front = { pathname: '', since: 0 };

/**
 * Records the page that has come to the front. It may have requested data since `ledTo`, when the navigation to it
 * started.
 */
export function comeToFront(pathname: string, ledTo = Date.now()): void {
  front.pathname = pathname;
  front.since = ledTo;
}

/** When the navigation to the page in front started, in milliseconds since the epoch. */
export const inFrontSince = (): number => front.since;

/** Whether a page is the one in front. Null stands for the whole app, which is always in front. */
export const isInFront = (own: { readonly pathname: string } | null, pathname = front.pathname): boolean => own === null || own.pathname === pathname;
