import type { ButtonHTMLAttributes, ReactNode } from 'react';
import styles from './Button.module.css';
import { classes } from './classes';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'children'> {
  children: ReactNode;
  /** The name under which a press is recorded; see base/trackName. */
  track: string;
  /** primary: the main action of the screen. quiet: any other action. danger: an action that cannot be undone. */
  look?: 'primary' | 'quiet' | 'danger' | 'text';
  /** The call is in progress: further taps are ignored. */
  busy?: boolean;
  icon?: ReactNode;
}

/** A button whose label is a verb. */
export function Button({ children, track, look = 'primary', busy = false, icon, disabled, onClick, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      data-track={track}
      type={type}
      className={classes(styles.button, styles[look], busy && styles.busy)}
      disabled={disabled}
      aria-busy={busy}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      <span className={styles.label}>
        {icon}
        <span>{children}</span>
      </span>
      {busy && <span className={styles.spinner} />}
    </button>
  );
}
