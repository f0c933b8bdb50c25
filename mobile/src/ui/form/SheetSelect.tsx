import { useId, useState, type ReactNode } from 'react';
import { classes } from '../classes';
import { DownIcon } from '../icons';
import { Sheet } from '../overlay/Sheet';
import type { Choice } from './ChoiceRows';
import { describedBy, FieldFrame, namedBy } from './FieldFrame';
import styles from './Field.module.css';
import { OptionList } from './OptionList';
import { useTranslation } from '@/i18n';

interface SheetSelectProps<T extends string | number> {
  label: string;
  choices: readonly Choice<T>[];
  value: T | null;
  onChange: (value: T) => void;
  error?: string | undefined;
  hint?: string;
  optional?: boolean;
  disabled?: boolean;
  placeholder?: string;
  /** Shown above the list, for example the level of an address. */
  head?: ReactNode;
}

/** For more than five choices: a field that opens a bottom sheet, with a search field for long lists. */
export function SheetSelect<T extends string | number>(props: SheetSelectProps<T>) {
  const { label, choices, value, onChange, error, hint, optional, disabled, placeholder, head } = props;
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const id = useId();
  const chosen = choices.find((choice) => choice.value === value);
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} optional={optional}>
      <button
        type="button"
        id={id}
        className={classes(styles.box, styles.pick, error && styles.wrong)}
        disabled={disabled}
        aria-haspopup="dialog"
        aria-labelledby={namedBy(id)}
        aria-describedby={describedBy(id, hint, error)}
        onClick={() => setOpen(true)}
      >
        <span id={`${id}-value`} className={classes(styles.picked, !chosen && styles.nothing)}>{chosen?.label ?? placeholder ?? t('action.select')}</span>
        <span className={styles.arrow}>
          <DownIcon />
        </span>
      </button>
      <Sheet track="choices" open={open} onClose={() => setOpen(false)} title={label}>
        {head}
        <OptionList
          label={label}
          choices={choices}
          value={value}
          onChoose={(next) => {
            setOpen(false);
            onChange(next);
          }}
        />
      </Sheet>
    </FieldFrame>
  );
}
