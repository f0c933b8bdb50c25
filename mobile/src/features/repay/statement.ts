import { getLanguage, locales, text } from '@/i18n';
import { dateFormat } from '@/lib/format/formats';

/** A month (`2026-03`), a year (`2026`), or the whole life of a loan (`loan`). */
export type StatementPeriod = string;

/** Noon UTC on the first of a month: no time zone moves it into another month. */
const first = (month: string) => new Date(`${month}-01T12:00:00Z`);

/** A year in the user's calendar: `2026`, or `2569` in Thai. */
export function formatYear(year: number): string {
  return dateFormat(locales[getLanguage()], { year: 'numeric', timeZone: 'UTC' }).format(first(`${year}-06`));
}

/**
 * The periods of a statement: the loan's whole life if it is about one loan, this month and the previous one, this year
 * and the previous one.
 */
export function statementPeriods(ofLoan: boolean, today: string): { value: StatementPeriod; label: string }[] {
  const year = Number(today.slice(0, 4));
  const thisMonth = today.slice(0, 7);
  const lastMonth = new Date(first(thisMonth).getTime() - 86_400_000).toISOString().slice(0, 7);
  const words = (value: string) => dateFormat(locales[getLanguage()], { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(first(value));
  // Vietnamese month names start with a lower-case letter, but here they start a label.
  const month = (value: string) => ({ value, label: words(value).replace(/^./, (letter) => letter.toUpperCase()) });
  return [
    ...(ofLoan ? [{ value: 'loan', label: text('repay:statement.loan') }] : []),
    month(thisMonth),
    month(lastMonth),
    ...[year, year - 1].map((value) => ({ value: String(value), label: text('repay:statement.year', { year: formatYear(value) }) })),
  ];
}
