import { maskDigits } from '@loanmarket/shared-types/validators';
import { useEffect, useId, useRef, useState } from 'react';
import { classes } from '../classes';
import styles from './CodeBoxes.module.css';
import { describedBy, FieldFrame } from './FieldFrame';
import { useWebOtp } from './useWebOtp';

interface CodeBoxesProps {
  /** Says how many digits the code has: the boxes are hidden from screen readers. */
  label: string;
  value: string;
  onChange: (digits: string) => void;
  length?: number;
  error?: string | undefined;
  autoFocus?: boolean;
  /** Called once when the last box has been filled. */
  onFull?: (digits: string) => void;
}

/**
 * The field for an SMS code. The boxes are drawn over one real input, because only that supports autofill, paste,
 * Backspace and screen readers.
 */
export function CodeBoxes({ label, value, onChange, length = 4, error, autoFocus = false, onFull }: CodeBoxesProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [focused, setFocused] = useState(false);
  const at = Math.min(value.length, length - 1);

  const take = (digits: string) => {
    onChange(digits);
    if (digits.length === length && digits !== value) onFull?.(digits);
  };
  useWebOtp(length, take);

  useEffect(() => {
    if (autoFocus) input.current?.focus({ preventScroll: true });
  }, [autoFocus]);

  return (
    <FieldFrame id={id} label={label} error={error}>
      <div className={styles.code}>
        <div className={styles.boxes} aria-hidden="true">
          {Array.from({ length }, (_, index) => (
            <span key={index} className={classes(styles.box, focused && index === at && styles.current, error && styles.wrong)}>
              {value[index] ?? ''}
            </span>
          ))}
        </div>
        <input
          ref={input}
          id={id}
          className={styles.input}
          data-focus={autoFocus || undefined}
          inputMode="numeric"
          pattern="[0-9]*"
          autoComplete="one-time-code"
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, null, error)}
          value={value}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          onSelect={(event) => {
            const end = event.currentTarget.value.length;
            event.currentTarget.setSelectionRange(end, end);
          }}
          onChange={(event) => take(maskDigits(event.target.value, length))}
        />
      </div>
    </FieldFrame>
  );
}
