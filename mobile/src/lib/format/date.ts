import { dateFormat } from './formats';
import { oneLine } from '@/base/oneLine';
import { serverNow } from '@/base/serverClock';
import { getLanguage, locales, text, type Language } from '@/i18n';
import { getConfig } from '@/lib/config';

/** Noon UTC of a business date: far from every midnight, so that no time zone changes the day. */
function noon(day: string): Date {
  return new Date(`${day}T12:00:00Z`);
}

/** The market's business date by the server's clock, or by the phone's until the server time is known. */
export const marketDay = (now = new Date(serverNow() ?? Date.now()), zone = getConfig().region.timeZone): string => dayOf(now, zone);

/** Matches the separator after the weekday, or before it in Chinese. */
const BESIDE_WEEKDAY = /(^[^,\d]+,)\u00a0|\u2060(?=ที่|星)/;

/**
 * A business date (`YYYY-MM-DD`) in words, on one line: `Thứ Sáu, 12 tháng 3`. The year is added if it differs from
 * that of `today` in the market. A date with a year may break next to its weekday, because a narrow line would
 * otherwise break within the year.
 */
export function formatDay(day: string, language: Language = getLanguage(), today = marketDay()): string {
  const withYear = day.slice(0, 4) !== today.slice(0, 4);
  const format = dateFormat(locales[language], {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
    ...(withYear ? { year: 'numeric' } : {}),
  });
  const line = oneLine(format.format(noon(day)));
  return withYear ? line.replace(BESIDE_WEEKDAY, (_, weekday?: string) => (weekday ? `${weekday} ` : '')) : line;
}

/** A business date without the weekday, for tables: `12/03/2026`. */
export function formatDayShort(day: string, language: Language = getLanguage()): string {
  return dateFormat(locales[language], {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(noon(day));
}

/**
 * An instant (RFC 3339) as date and time in the region's time zone, on one line: `14:05, 12/03/2026`. In Chinese the
 * date comes first.
 */
export function formatInstant(instant: string, language: Language = getLanguage(), zone = getConfig().region.timeZone): string {
  const day = dateFormat(locales[language], { day: '2-digit', month: '2-digit', year: 'numeric', timeZone: zone });
  const [date, time] = [day.format(new Date(instant)), formatTime(instant, language, zone)];
  return oneLine(language === 'cn' ? `${date} ${time}` : `${time}, ${date}`);
}

/** The time of an instant in the region's time zone: `14:05`. */
export function formatTime(instant: string, language: Language = getLanguage(), zone = getConfig().region.timeZone): string {
  const time = dateFormat(locales[language], { hour: '2-digit', minute: '2-digit', hour12: false, timeZone: zone });
  // Older engines count Chinese hours from 1 to 24, so they print midnight as 24:00.
  return time.format(new Date(instant)).replace(/^24/, '00');
}

/** The day of an instant in the region's time zone, in words. */
export function formatInstantDay(instant: string, language: Language = getLanguage(), zone = getConfig().region.timeZone): string {
  return formatDay(dayOf(new Date(instant), zone), language, marketDay(undefined, zone));
}

/** The last day of a period that ends at an instant, in words. A period that ends at midnight ends on the day before. */
export function formatLastDay(instant: string, language: Language = getLanguage(), zone = getConfig().region.timeZone): string {
  return formatInstantDay(new Date(new Date(instant).getTime() - 1).toISOString(), language, zone);
}

/**
 * The business date of an instant in a time zone. en-US gives month, day, year in every browser, while no locale gives
 * `YYYY-MM-DD` in all of them, and some browsers lack formatToParts.
 */
export function dayOf(instant: Date, zone: string): string {
  const written = dateFormat('en-US', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: zone }).format(instant);
  const [month, day, year] = written.match(/\d+/g)!;
  return `${year}-${month}-${day}`;
}

/** Days left as counted by the server: `còn 5 ngày`, `hôm nay`, `quá hạn 2 ngày`. */
export function formatDaysLeft(days: number): string {
  if (days === 0) return text('common:date.today');
  return days > 0 ? text('common:date.daysLeft', { count: days }) : text('common:date.daysOver', { count: -days });
}
