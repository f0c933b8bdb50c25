import type { Query } from '@tanstack/react-query';
import { serverTimeOf } from '@/base/serverClock';
import { marketDay } from '@/lib/format/date';

/**
 * Whether an answer came on an earlier business day, and nobody said that it may be old. The clock that runs with the page stands
 * still while a phone sleeps, and the phone's own may be wrong: it is enough that one of them says so.
 */
export function isOfAnotherDay({ observers, state: { data, dataUpdatedAt } }: Query): boolean {
  if (data === undefined || !observers.some(({ options: { staleTime } }) => !staleTime)) return false;
  return marketDay(new Date(dataUpdatedAt)) < marketDay(new Date(Date.now())) || marketDay(new Date(serverTimeOf(dataUpdatedAt))) < marketDay();
}
