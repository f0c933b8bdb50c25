let heard: { server: number; at: number } | null = null;
let waiting: (() => void)[] = [];

/** An answer of the server said what time it is there: the `Date` of its head. */
export function hearServerTime(date: string | null): void {
  const server = Date.parse(date ?? '');
  if (Number.isNaN(server)) return;
  heard = { server, at: performance.now() };
  waiting.forEach((listener) => listener());
  waiting = [];
}

/**
 * Milliseconds since the epoch by the server's clock, whatever becomes of the phone's; null until it has been heard on this
 * page. A phone without a network may be days off, and jumps when it is told the time.
 */
export const serverNow = (): number | null => heard && heard.server + (performance.now() - heard.at);

/** Calls `listener` once the server's clock is known. */
export function onceServerTimeIsKnown(listener: () => void): void {
  if (heard) listener();
  else waiting.push(listener);
}
