import type { Query } from '@tanstack/react-query';
import { serverNow, serverTimeOf } from '@/base/serverClock';
import { getConfig } from '@/lib/config';
import { marketDay } from '@/lib/format/date';

/** Midnight is at a whole quarter of an hour in every zone. */
const QUARTER_MS = 900_000;

/** The business day of each quarter of an hour that was asked about: each answer in sight is asked about whenever one arrives. */
const days = new Map<string, string>();

function dayAt(instant: number): string {
  const zone = getConfig().region.timeZone;
  const quarter = `${zone} ${Math.floor(instant / QUARTER_MS)}`;
  const day = days.get(quarter) ?? marketDay(new Date(instant), zone);
  days.set(quarter, day);
  return day;
}

/**
 * Whether an answer came on an earlier business day, and nobody said that it may be old. The clock that runs with the page stands
 * still while a phone sleeps, and the phone's own may be wrong: it is enough that one of them says so.
 */
export function isOfEarlierDay({ observers, state: { data, dataUpdatedAt } }: Query): boolean {
  if (data === undefined || !observers.some(({ options: { staleTime } }) => !staleTime)) return false;
  return dayAt(dataUpdatedAt) < dayAt(Date.now()) || dayAt(serverTimeOf(dataUpdatedAt)) < dayAt(serverNow() ?? Date.now());
}
