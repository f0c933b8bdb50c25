import { textLength } from '@loanmarket/shared-types/validators';
import { forwardRef, useId, useState, type TextareaHTMLAttributes, type ReactNode } from 'react';
import { classes } from '../classes';
import { describedBy, FieldFrame } from './FieldFrame';
import styles from './Field.module.css';

interface TextAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className' | 'id'> {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
}

/**
 * A multi-line text field with a character count if there is a maxLength. Text that is too long is not cut off, because
 * it would be lost; the form shows an error.
 */
export const TextArea = forwardRef<HTMLTextAreaElement, TextAreaProps>(function TextArea(
  { label, hint, error, optional, maxLength, onChange, ...rest },
  ref,
) {
  const id = useId();
  const [length, setLength] = useState(textLength(String(rest.defaultValue ?? rest.value ?? '')));
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} optional={optional}>
      <div className={classes(styles.box, error && styles.wrong)}>
        <textarea
          {...rest}
          ref={ref}
          id={id}
          className={classes(styles.input, styles.area)}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, hint, error)}
          onChange={(event) => {
            setLength(textLength(event.target.value));
            onChange?.(event);
          }}
        />
      </div>
      {maxLength && (
        <span className={styles.count} aria-hidden="true">
          {length}/{maxLength}
        </span>
      )}
    </FieldFrame>
  );
});
