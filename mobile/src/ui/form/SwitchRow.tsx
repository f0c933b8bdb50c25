import type { ReactNode } from 'react';
import styles from './SwitchRow.module.css';
import { classes } from '../classes';

interface SwitchRowProps {
  /** The name under which a press is recorded; see base/trackName. */
  track: string;
  title: string;
  text?: ReactNode;
  on: boolean;
  disabled?: boolean;
  /** The change is in progress: further taps are ignored. */
  busy?: boolean;
  onChange: (on: boolean) => void;
}

/** A setting that is on or off and takes effect immediately. */
export function SwitchRow({ track, title, text, on, disabled = false, busy = false, onChange }: SwitchRowProps) {
  return (
    <button
      type="button"
      data-track={track}
      role="switch"
      aria-checked={on}
      aria-busy={busy}
      disabled={disabled}
      className={styles.row}
      onClick={() => busy || onChange(!on)}
    >
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        {text && <span className={styles.text}>{text}</span>}
      </span>
      <span className={classes(styles.track, on && styles.on)} aria-hidden="true">
        <span className={styles.knob} />
      </span>
    </button>
  );
}
