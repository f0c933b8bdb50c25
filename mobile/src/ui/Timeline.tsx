import type { ReactNode } from 'react';
import { CheckIcon } from './icons';
import { classes } from './classes';
import styles from './Timeline.module.css';

export interface TimelineItem {
  title: string;
  /** The time in words. */
  time?: string;
  text?: ReactNode;
  /** done: past. now: in progress. next: future. failed: went wrong. */
  state: 'done' | 'now' | 'next' | 'failed';
}

/** A timeline of past, current and future events. */
export function Timeline({ items }: { items: readonly TimelineItem[] }) {
  return (
    <ol className={styles.line}>
      {items.map((item, index) => (
        <li key={index} className={classes(styles.item, styles[item.state])} aria-current={item.state === 'now' ? 'step' : undefined}>
          <span className={styles.dot}>{item.state === 'done' && <CheckIcon size={12} />}</span>
          <div className={styles.words}>
            <p className={styles.title}>{item.title}</p>
            {/* The time has a line of its own. If that is too short, it breaks between date and time, not before the year. */}
            {item.time && <p className={styles.time}>{item.time.replace('\u00a0', ' ')}</p>}
            {item.text && <div className={styles.text}>{item.text}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
