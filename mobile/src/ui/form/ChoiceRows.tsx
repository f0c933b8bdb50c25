import { useId } from 'react';
import { classes } from '../classes';
import { CheckIcon } from '../icons';
import styles from './Choices.module.css';
import { FieldFrame } from './FieldFrame';

export interface Choice<T extends string | number> {
  value: T;
  label: string;
  /** A second line in quiet type. */
  text?: string;
  disabled?: boolean;
}

interface ChoiceProps<T extends string | number> {
  label: string;
  choices: readonly Choice<T>[];
  value: T | null;
  onChange: (value: T) => void;
  error?: string | undefined;
  hint?: string;
}

/** Two to five choices, each in a row of its own. */
export function ChoiceRows<T extends string | number>(props: ChoiceProps<T>) {
  return <Choices {...props} look="rows" />;
}

/** Two to six short choices next to each other. */
export function Chips<T extends string | number>(props: ChoiceProps<T>) {
  return <Choices {...props} look="chips" />;
}

function Choices<T extends string | number>({ label, choices, value, onChange, error, hint, look }: ChoiceProps<T> & { look: 'rows' | 'chips' }) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint} group>
      <div className={styles[look]}>
        {choices.map((choice) => (
          <label key={choice.value} className={classes(styles.choice, choice.disabled && styles.disabled)}>
            <input
              type="radio"
              className="unseen"
              name={id}
              checked={choice.value === value}
              disabled={choice.disabled}
              onChange={() => onChange(choice.value)}
            />
            <span className={styles.face}>
              <span className={styles.words}>
                <span className={styles.name}>{choice.label}</span>
                {choice.text && <span className={styles.text}>{choice.text}</span>}
              </span>
              {look === 'rows' && (
                <span className={styles.mark}>
                  <CheckIcon size={14} />
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
    </FieldFrame>
  );
}
