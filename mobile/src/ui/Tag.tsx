import type { ReactNode } from 'react';
import { classes } from './classes';
import styles from './Tag.module.css';

/** attention: the borrower has to act, or has to know. What waits for us, or for a bank, is plain. */
export type Tone = 'plain' | 'positive' | 'attention' | 'danger';

/** A state in one word. The colour of the dot only repeats the meaning of the word. */
export function Tag({ children, tone = 'plain' }: { children: ReactNode; tone?: Tone }) {
  return (
    <span className={classes(styles.tag, styles[tone])}>
      <span className={styles.word}>{children}</span>
    </span>
  );
}
