import { formatDay } from '@/lib/format/date';
import { getConfig } from '@/lib/config';

/** The day of an instant in the region's zone, in words. */
export function formatInstantDay(instant: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: getConfig().region.timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return formatDay(parts.format(new Date(instant)));
}
