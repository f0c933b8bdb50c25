import { forwardRef, useId, type InputHTMLAttributes, type ReactNode } from 'react';
import styles from './CheckRow.module.css';
import { CheckIcon, WarnIcon } from '../icons';

interface CheckRowProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'type' | 'id'> {
  children: ReactNode;
  error?: string | undefined;
}

/** A checkbox for a consent. It is never ticked by default. */
export const CheckRow = forwardRef<HTMLInputElement, CheckRowProps>(function CheckRow({ children, error, ...rest }, ref) {
  const id = useId();
  return (
    <div>
      <div className={styles.row}>
        <label className={styles.label}>
          <input
            {...rest}
            ref={ref}
            type="checkbox"
            className="unseen"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
          />
          <span className={styles.box}>
            <CheckIcon size={16} />
          </span>
          <span className={styles.words}>{children}</span>
        </label>
      </div>
      {error && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          <WarnIcon size={16} />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
});
