import { visibleDigits } from '@loanmarket/shared-types/validators';
import { forwardRef, useId, type ChangeEvent, type InputHTMLAttributes, type ReactNode } from 'react';
import { classes } from '../classes';
import { FieldFrame, describedBy } from './FieldFrame';
import styles from './Field.module.css';
import { useCaret } from './useCaret';

/** The keyboard and autofill settings of each kind of field. */
const kinds = {
  text: {},
  name: { autoComplete: 'name', autoCapitalize: 'words' },
  phone: { type: 'tel', inputMode: 'tel', autoComplete: 'tel-national' },
  digits: { inputMode: 'numeric', pattern: '[0-9]*', autoComplete: 'off' },
  address: { autoComplete: 'street-address' },
  email: { type: 'email', inputMode: 'email', autoComplete: 'email', autoCapitalize: 'none' },
  url: { type: 'url', inputMode: 'url', autoCapitalize: 'none' },
  code: { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false },
} as const satisfies Record<string, InputHTMLAttributes<HTMLInputElement>>;

/** Kinds whose digits are converted to ASCII, whatever keyboard typed them or wherever they were copied. */
const NUMBERS: readonly (keyof typeof kinds)[] = ['phone', 'digits', 'code'];

export interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id'> {
  label: string;
  kind?: keyof typeof kinds;
  /** A help text, shown while there is no error. */
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
  /** Content inside the box, before and after the input. */
  before?: ReactNode;
  after?: ReactNode;
}

/** A text input with its label above and its error below. Works with react-hook-form's `register`. */
export const Field = forwardRef<HTMLInputElement, FieldProps>(function Field(
  { label, kind = 'text', hint, error, optional, before, after, onChange, ...rest },
  ref,
) {
  const id = useId();
  const keepCaret = useCaret();
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const { value, selectionStart } = event.target;
    const clean = NUMBERS.includes(kind) ? visibleDigits : String;
    const text = clean(value);
    keepCaret(event.target, text, selectionStart === null ? null : clean(value.slice(0, selectionStart)).length);
    if (text !== value) event.target.value = text;
    return onChange?.(event);
  };
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} optional={optional}>
      <div className={classes(styles.box, error && styles.wrong)}>
        {before && <span className={styles.before}>{before}</span>}
        <input
          {...kinds[kind]}
          {...rest}
          ref={ref}
          id={id}
          onChange={change}
          className={styles.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, hint, error)}
        />
        {after && <span className={styles.after}>{after}</span>}
      </div>
    </FieldFrame>
  );
});
