import styles from './Due.module.css';
import { Facts } from './Facts';
import { text } from '@/i18n';
import { oneLine } from '@/base/oneLine';
import { formatDay, formatDaysLeft } from '@/lib/format/date';

/** A due date and the days left. The date itself only breaks if it is longer than a line. */
export function Due({ day, daysLeft }: { day: string; daysLeft: number }) {
  const date = formatDay(day);
  const [before, after] = text('common:date.due', { day: date }).split(date);
  const due = (
    <>
      {before}
      <span className={styles.day}>{`${date}${after ?? ''}`}</span>
    </>
  );
  return <Facts facts={[due, oneLine(formatDaysLeft(daysLeft))]} />;
}
