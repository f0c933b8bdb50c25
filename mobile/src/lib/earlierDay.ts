import type { Query } from '@tanstack/react-query';
import { serverNow, serverTimeOf } from '@/base/serverClock';
import { getConfig } from '@/lib/config';
import { marketDay } from '@/lib/format/date';

/** A quarter of an hour. Midnight in every time zone falls on a multiple of it. */
const QUARTER_HOUR_MS = 900_000;

/**
 * Cache of the business day per quarter of an hour, because every visible response is checked whenever a response
 * arrives.
 */
const days = new Map<string, string>();

function dayAt(instant: number): string {
  const zone = getConfig().region.timeZone;
  const quarter = `${zone} ${Math.floor(instant / QUARTER_HOUR_MS)}`;
  const day = days.get(quarter) ?? marketDay(new Date(instant), zone);
  days.set(quarter, day);
  return day;
}

/** A staleTime up to this only saves requests, as while an amount is chosen. Longer ones are of data that rarely changes. */
const BRIEFLY_MS = 60_000;

/**
 * Whether a response is from an earlier business day and is used by an observer that does not accept old data
 * (staleTime). The page's clock stops while the phone sleeps, and the phone's clock may be wrong, so it is enough that
 * one of them says so.
 */
export function isOfEarlierDay({ observers, state: { data, dataUpdatedAt } }: Query): boolean {
  if (data === undefined || !observers.some(({ options: { staleTime = 0 } }) => typeof staleTime === 'number' && staleTime <= BRIEFLY_MS)) return false;
  return dayAt(dataUpdatedAt) < dayAt(Date.now()) || dayAt(serverTimeOf(dataUpdatedAt)) < dayAt(serverNow() ?? Date.now());
}
