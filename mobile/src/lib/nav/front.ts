/** The page in front and when it was led to, as the history tells. What asks for answers goes by it, and needs no browser. */
const front = { pathname: '', since: 0 };

/** A page has come to the front. It may have asked for its answers since it was led to. */
export function comeToFront(pathname: string, ledTo = Date.now()): void {
  front.pathname = pathname;
  front.since = ledTo;
}

/** When the page in front was led to, milliseconds since the epoch. */
export const inFrontSince = (): number => front.since;

/** Whether a page is the one in front; what concerns the whole app, null, always is. */
export const isInFront = (own: { readonly pathname: string } | null, pathname = front.pathname): boolean => own === null || own.pathname === pathname;
