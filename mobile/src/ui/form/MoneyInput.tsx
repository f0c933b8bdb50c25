import { useId, useLayoutEffect, useRef, useState } from 'react';
import { classes } from '../classes';
import { describedBy, FieldFrame } from './FieldFrame';
import styles from './MoneyInput.module.css';
import { moneyParts, typedMoney } from '@/lib/format/money';

interface MoneyInputProps {
  label: string;
  /** Minor units; null while empty. */
  value: number | null;
  onChange: (minor: number | null) => void;
  currency: string;
  hint?: string;
  error?: string | undefined;
  name?: string;
}

/** A large amount to edit, separated as it is typed; the caret keeps its distance from the end. */
export function MoneyInput({ label, value, onChange, currency, hint, error, name }: MoneyInputProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const fromEnd = useRef(0);
  const parts = moneyParts(value ?? 0, currency);
  // What is being typed stays as it is ("1,500." on its way to "1,500.5"), as long as it means the value.
  const [draft, setDraft] = useState<string | null>(null);
  const drafted = draft !== null && typedMoney(draft, currency).minor === value;
  const shown = drafted ? draft : value === null ? '' : parts.figure;

  useLayoutEffect(() => {
    const element = input.current;
    if (!element || document.activeElement !== element) return;
    const at = Math.max(0, element.value.length - fromEnd.current);
    element.setSelectionRange(at, at);
  }, [shown]);

  const symbol = <span className={styles.symbol}>{parts.symbol}</span>;
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <div className={classes(styles.box, error && styles.wrong)}>
        {!parts.symbolAfter && symbol}
        <input
          ref={input}
          id={id}
          name={name}
          className={classes(styles.input, shown.length > 10 && styles.long)}
          inputMode="decimal"
          autoComplete="off"
          style={{ width: widthOf(shown) }}
          value={shown}
          placeholder="0"
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, hint, error)}
          onBlur={() => setDraft(null)}
          onChange={(event) => {
            const { value: typed, selectionStart } = event.target;
            fromEnd.current = typed.length - (selectionStart ?? typed.length);
            const read = typedMoney(typed, currency, undefined, typed.length < shown.length);
            setDraft(read.text);
            onChange(read.minor);
          }}
        />
        {parts.symbolAfter && symbol}
      </div>
    </FieldFrame>
  );
}

/** Digits are one `ch` wide, the signs between them about half of it. */
function widthOf(shown: string): string {
  const digits = shown.replace(/\D/g, '').length;
  return `${Math.max(1, digits + (shown.length - digits) / 2)}ch`;
}
