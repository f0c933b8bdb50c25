import type { ReactNode } from 'react';
import styles from './Facts.module.css';

/** Short facts in one line with dots between them. If the line is too short, it breaks between two facts, without a dot. */
export function Facts({ facts }: { facts: readonly ReactNode[] }) {
  return (
    <span className={styles.facts}>
      <span className={styles.line}>
        {facts.map((fact, index) => (
          <span key={index} className={styles.fact}>
            {index > 0 && <span className={styles.dot}> · </span>}
            {fact}
          </span>
        ))}
      </span>
    </span>
  );
}
