let heard: { server: number; at: number } | null = null;
/** How far the server's clock is ahead of the phone's, in milliseconds, according to the latest response. */
let ahead = 0;
let waiting: (() => void)[] = [];
let setBack = () => {};

/**
 * The maximum time that a response may be in transit. A smaller difference than this does not mean that a clock has
 * changed.
 */
const MAX_TRANSIT_MS = 3_000;
/** The phone's clock counts as set back if it is now this much earlier. A slow response looks like a few seconds of that. */
const SET_BACK_MS = 60_000;

/** Processes the server time from the `Date` header of a response. */
export function hearServerTime(date: string | null): void {
  const server = Date.parse(date ?? '');
  if (Number.isNaN(server)) return;
  const moved = server - serverTimeOf(Date.now());
  if (Math.abs(moved) >= MAX_TRANSIT_MS) ahead = server - Date.now();
  if (heard && moved >= SET_BACK_MS) setBack();
  if (Math.abs(server - (serverNow() ?? 0)) < MAX_TRANSIT_MS) return;
  heard = { server, at: performance.now() };
  waiting.forEach((listener) => listener());
  waiting = [];
}

/**
 * The server's time in milliseconds since the epoch, unaffected by changes of the phone's clock; null until this page
 * has received a server time. The clock of a phone without a network may be days off, and it jumps when it is
 * corrected.
 */
export const serverNow = (): number | null => heard && heard.server + (performance.now() - heard.at);

/**
 * Converts a time of the phone's clock to the server's clock, both in milliseconds since the epoch. Until the server
 * time is known it returns the phone's time. It does not use performance.now(), which stops while the phone sleeps.
 */
export const serverTimeOf = (phone: number): number => phone + ahead;

/** Calls `listener` as soon as the server time is known. */
export function onceServerTimeIsKnown(listener: () => void): void {
  if (heard) listener();
  else waiting.push(listener);
}

/**
 * Sets what is done when the phone's clock turns out to have been set back: times of that clock which were recorded
 * before now lie in the future.
 */
export function onPhoneClockSetBack(listener: () => void): void {
  setBack = listener;
}
