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

/** Several lines of text; counts when there is a maxLength. */
export const TextArea = forwardRef<HTMLTextAreaElement, TextAreaProps>(function TextArea(
  { label, hint, error, optional, maxLength, onChange, ...rest },
  ref,
) {
  const id = useId();
  const [length, setLength] = useState(String(rest.defaultValue ?? rest.value ?? '').length);
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} optional={optional}>
      <div className={classes(styles.box, error && styles.wrong)}>
        <textarea
          {...rest}
          ref={ref}
          id={id}
          maxLength={maxLength}
          className={classes(styles.input, styles.area)}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, hint, error)}
          onChange={(event) => {
            setLength(event.target.value.length);
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
