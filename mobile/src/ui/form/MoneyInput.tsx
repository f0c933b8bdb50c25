import { asciiDigits } from '@loanmarket/shared-types/validators';
import { useId, useRef, useState, type ChangeEvent, type ClipboardEvent } from 'react';
import { classes } from '../classes';
import { describedBy, FieldFrame } from './FieldFrame';
import styles from './MoneyInput.module.css';
import { useFit } from '../money/useFit';
import { useCaret } from './useCaret';
import { moneyParts, usesGroupSeparatorAsDecimal, regroupThousands, typedMoney } from '@/lib/format/money';

interface MoneyInputProps {
  label: string;
  /** Minor units; null while empty. */
  value: number | null;
  onChange: (minor: number | null) => void;
  currency: string;
  hint?: string;
  error?: string | undefined;
  name?: string;
  readOnly?: boolean;
}

/** A large field for an amount of money, grouped into thousands as it is typed. */
export function MoneyInput({ label, value, onChange, currency, hint, error, name, readOnly }: MoneyInputProps) {
  const id = useId();
  const keepCaret = useCaret();
  const parts = moneyParts(value ?? 0, currency);
  // An incomplete input stays as typed ("1,500." on the way to "1,500.5"), as long as it has the same value.
  const [draft, setDraft] = useState<string | null>(null);
  const drafted = draft !== null && typedMoney(draft, currency).minor === value;
  const shown = drafted ? draft : value === null ? '' : parts.figure;

  /** The decimals were begun with the group separator, which may turn out to separate thousands. */
  const groupAsDecimal = useRef(false);
  /** What is pasted takes the place of the whole amount. */
  const replaced = useRef(false);
  const field = useRef<HTMLInputElement>(null);
  useFit(field, shown);

  const type = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    let { selectionStart: at } = target;
    let typed = asciiDigits(target.value);
    const { inputType } = nativeEvent as InputEvent;
    // Pasting a shorter amount over another one is not a deletion. When only a part is pasted, the surrounding
    // separators stay as they were.
    const pasted = replaced.current || cameAtOnce(nativeEvent as InputEvent, target.value, shown);
    replaced.current = false;
    const read = (text: string) => typedMoney(text, currency, undefined, pasted ? 'pasted' : text.length < shown.length ? 'shortened' : 'typed');
    // If only a separator was deleted, it is restored and the digit next to it is deleted instead, because that was
    // meant. Without its decimal separator the amount would become a hundred times as large.
    if (at !== null && !pasted && /^\D\d/.test(shown.slice(at)) && typed === shown.slice(0, at) + shown.slice(at + 1)) {
      const digit = inputType === 'deleteContentForward' ? at + 1 : (at -= 1);
      typed = shown.slice(0, digit) + shown.slice(digit + 1);
    }
    const before = drafted && groupAsDecimal.current;
    const thousands = before && at === typed.length ? regroupThousands(typed, shown) : null;
    if (thousands !== null) [typed, at] = [thousands, thousands.length];
    keepCaret(target, typed, at);
    const { text, minor } = read(typed);
    groupAsDecimal.current = !pasted && thousands === null && usesGroupSeparatorAsDecimal(before, typed, text);
    setDraft(text);
    onChange(minor);
  };

  const paste = ({ currentTarget: { selectionStart, selectionEnd } }: ClipboardEvent<HTMLInputElement>) => {
    replaced.current = (selectionEnd ?? 0) - (selectionStart ?? 0) === shown.length;
    // If the pasted text changes nothing, React fires no change event, and the next key would be treated as the paste.
    if (replaced.current) setTimeout(() => (replaced.current = false));
  };

  const symbol = <span className={styles.symbol}>{parts.symbol}</span>;
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <div className={classes(styles.box, error && styles.wrong)}>
        {!parts.symbolAfter && symbol}
        <input
          ref={field}
          id={id}
          name={name}
          className={classes(styles.input, shown.length > 10 && styles.long)}
          inputMode="decimal"
          autoComplete="off"
          style={{ width: widthOf(shown) }}
          value={shown}
          placeholder="0"
          readOnly={readOnly}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, hint, error)}
          onBlur={() => setDraft(null)}
          onPaste={paste}
          onChange={type}
        />
        {parts.symbolAfter && symbol}
      </div>
    </FieldFrame>
  );
}

/**
 * Whether a whole amount was inserted at once without a paste event: it was dropped, or inserted by the keyboard's own
 * clipboard. Text in composition arrives character by character.
 */
function cameAtOnce({ data, inputType }: InputEvent, value: string, shown: string): boolean {
  return value.length > 1 && (shown === '' || (data === value && inputType !== 'insertCompositionText'));
}

/** A digit is one `ch` wide, a separator about half of that. */
function widthOf(shown: string): string {
  const digits = shown.replace(/\D/g, '').length;
  return `${Math.max(1, digits + (shown.length - digits) / 2)}ch`;
}
