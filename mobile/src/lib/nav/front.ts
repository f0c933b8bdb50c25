/** The page in front and since when it is there, as the history tells. What asks for answers goes by it, and needs no browser. */
const front = { pathname: '', since: 0 };

/** A page has come to the front. */
export function comeToFront(pathname: string): void {
  front.pathname = pathname;
  front.since = Date.now();
}

/** When the page in front came there, milliseconds since the epoch. */
export const inFrontSince = (): number => front.since;

/** Whether a page is the one in front; what concerns the whole app, null, always is. */
export const isInFront = (own: { readonly pathname: string } | null, pathname = front.pathname): boolean => own === null || own.pathname === pathname;
