import type { ReactNode } from 'react';
import styles from './Cover.module.css';

/** Replaces the whole app, without router or header. With `alert`, screen readers announce it immediately. */
export function Cover({ children, alert }: { children: ReactNode; alert?: boolean }) {
  return alert ? (
    <div className={styles.cover} role="alert">
      {children}
    </div>
  ) : (
    <main className={styles.cover}>{children}</main>
  );
}
