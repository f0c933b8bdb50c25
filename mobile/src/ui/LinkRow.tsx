import type { ReactNode } from 'react';
import { ChevronIcon } from './icons';
import styles from './LinkRow.module.css';

interface LinkRowProps {
  /** The name that a press is recorded under: see base/trackName. */
  track: string;
  title: ReactNode;
  text?: ReactNode;
  icon?: ReactNode;
  /** At the right, before the arrow: a state or a value. */
  end?: ReactNode;
  /** What it leads to is being made. */
  busy?: boolean;
  onClick: () => void;
}

/** A row that leads somewhere. */
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

/** Rows in one box. */
export function RowGroup({ children }: { children: ReactNode }) {
  return <div className={styles.group}>{children}</div>;
}
