import type { ReactNode } from 'react';
import styles from './Cover.module.css';

/** In place of the whole app, without router or header. It is spoken at once where it comes unasked. */
export function Cover({ children, alert }: { children: ReactNode; alert?: boolean }) {
  return alert ? (
    <div className={styles.cover} role="alert">
      {children}
    </div>
  ) : (
    <main className={styles.cover}>{children}</main>
  );
}
