import type { ServiceHours } from '@loanmarket/shared-types/api';
import { getLanguage, locales, text, type Language } from '@/i18n';

/** 5 January 2026 is a Monday. */
const monday = Date.UTC(2026, 0, 5);
const DAY_MS = 86_400_000;

/** The name of a weekday; 1 is Monday. */
export function dayName(day: number, language: Language = getLanguage()): string {
  return new Intl.DateTimeFormat(locales[language], { weekday: 'long', timeZone: 'UTC' }).format(monday + (day - 1) * DAY_MS);
}

/** Groups consecutive days into pairs of the first and the last day. */
export function spans(days: readonly number[]): [number, number][] {
  const found: [number, number][] = [];
  days.forEach((day) => {
    const last = found[found.length - 1];
    if (last && day === last[1] + 1) last[1] = day;
    else found.push([day, day]);
  });
  return found;
}

/** "Monday – Saturday, 08:00–18:00". Needs the texts of `support`. */
export function hoursText(hours: ServiceHours): string {
  const spanText = ([first, last]: [number, number]) => (first === last ? dayName(first) : text('support:contacts.range', { first: dayName(first), last: dayName(last) }));
  const days = hours.days.length === 7 ? text('support:contacts.everyDay') : spans(hours.days).map(spanText).reduce((list, more) => text('support:contacts.list', { days: list, more }));
  return text('support:contacts.hours', { days, from: hours.from, to: hours.to });
}
