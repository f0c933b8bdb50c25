import styles from './Due.module.css';
import { text } from '@/i18n';
import { oneLine } from '@/base/oneLine';
import { formatDay, formatDaysLeft } from '@/lib/format/date';

/**
 * A due date and the days left. If the line is too short, it breaks between the two; the date itself only breaks if it
 * is longer than a line.
 */
export function Due({ day, daysLeft }: { day: string; daysLeft: number }) {
  const date = formatDay(day);
  const [before, after] = text('common:date.due', { day: date }).split(date);
  return (
    <>
      {before}
      <span className={styles.day}>{`${date}${after ?? ''}\u00a0·`}</span> {oneLine(formatDaysLeft(daysLeft))}
    </>
  );
}
