let heard: { server: number; at: number } | null = null;
/** What the server's clock shows more than the phone's, in milliseconds, as an answer has last said. */
let ahead = 0;
let waiting: (() => void)[] = [];

/** An answer may have been on its way for so long: what it says differently is no other time. */
const ON_ITS_WAY_MS = 3_000;

/** An answer of the server said what time it is there: the `Date` of its head. */
export function hearServerTime(date: string | null): void {
  const server = Date.parse(date ?? '');
  if (Number.isNaN(server)) return;
  if (Math.abs(server - serverTimeOf(Date.now())) >= ON_ITS_WAY_MS) ahead = server - Date.now();
  if (Math.abs(server - (serverNow() ?? 0)) < ON_ITS_WAY_MS) return;
  heard = { server, at: performance.now() };
  waiting.forEach((listener) => listener());
  waiting = [];
}

/**
 * Milliseconds since the epoch by the server's clock, whatever becomes of the phone's; null until it has been heard on this
 * page. A phone without a network may be days off, and jumps when it is told the time.
 */
export const serverNow = (): number | null => heard && heard.server + (performance.now() - heard.at);

/**
 * What the server's clock showed when the phone's showed `phone`, milliseconds since the epoch; as long as that is not known, the
 * phone's. It does not go by what has run since: that stands still while the phone sleeps.
 */
export const serverTimeOf = (phone: number): number => phone + ahead;

/** Calls `listener` once the server's clock is known. */
export function onceServerTimeIsKnown(listener: () => void): void {
  if (heard) listener();
  else waiting.push(listener);
}
