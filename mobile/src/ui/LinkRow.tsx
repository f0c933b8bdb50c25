import type { ReactNode } from 'react';
import { ChevronIcon } from './icons';
import styles from './LinkRow.module.css';

interface LinkRowProps {
  /** The name under which a press is recorded; see base/trackName. */
  track: string;
  title: ReactNode;
  text?: ReactNode;
  icon?: ReactNode;
  /** A state or a value, at the right before the arrow. */
  end?: ReactNode;
  /** The target is being prepared. */
  busy?: boolean;
  onClick: () => void;
}

/** A row that opens another page or sheet. */
export function LinkRow({ track, title, text, icon, end, busy, onClick }: LinkRowProps) {
  return (
    <button type="button" data-track={track} className={styles.row} aria-busy={busy} onClick={onClick}>
      {icon && <span className={styles.icon}>{icon}</span>}
      <span className={styles.line}>
        <span className={styles.words}>
          <span className={styles.title}>{title}</span>
          {text && <span className={styles.text}>{text}</span>}
        </span>
        {end && <span className={styles.end}>{end}</span>}
      </span>
      <span className={styles.arrow}>{busy ? <span className={styles.spinner} /> : <ChevronIcon />}</span>
    </button>
  );
}

/** Groups rows in one box. */
export function RowGroup({ children }: { children: ReactNode }) {
  return <div className={styles.group}>{children}</div>;
}
