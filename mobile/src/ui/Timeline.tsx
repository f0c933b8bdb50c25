import type { ReactNode } from 'react';
import { CheckIcon } from './icons';
import { classes } from './classes';
import styles from './Timeline.module.css';

export interface TimelineItem {
  title: string;
  /** When, in words. */
  time?: string;
  text?: ReactNode;
  /** done: behind us. now: going on. next: to come. failed: went wrong. */
  state: 'done' | 'now' | 'next' | 'failed';
}

/** What happened, what goes on, what comes. */
export function Timeline({ items }: { items: readonly TimelineItem[] }) {
  return (
    <ol className={styles.line}>
      {items.map((item, index) => (
        <li key={index} className={classes(styles.item, styles[item.state])} aria-current={item.state === 'now' ? 'step' : undefined}>
          <span className={styles.dot}>{item.state === 'done' && <CheckIcon size={12} />}</span>
          <div className={styles.words}>
            <p className={styles.title}>{item.title}</p>
            {/* It has the line for itself: where that is shorter than both, the day goes below the hour, and not the end of the year. */}
            {item.time && <p className={styles.time}>{item.time.replace('\u00a0', ' ')}</p>}
            {item.text && <div className={styles.text}>{item.text}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
