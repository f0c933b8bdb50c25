import { useId, useState, type ReactNode } from 'react';
import { QuestionIcon } from '../icons';
import { classes } from '../classes';
import { MoneyFigure } from './MoneyFigure';
import styles from './Receipt.module.css';
import { useTranslation } from '@/i18n';
import { formatMoney } from '@/lib/format/money';

interface PlainLine {
  label: string;
  /** Minor units, or text such as a date or a rate. */
  amount: number | string;
  /** A deduction, shown with a minus. */
  minus?: boolean;
  why?: undefined;
  track?: undefined;
}

interface ExplainedLine extends Omit<PlainLine, 'why' | 'track'> {
  /** Why this line exists; every fee has an explanation. */
  why: ReactNode;
  /** The name under which a press of its question mark is recorded; see base/trackName. */
  track: string;
}

export type ReceiptLine = PlainLine | ExplainedLine;

interface ReceiptProps {
  currency: string;
  lines: readonly ReceiptLine[];
  /** Shown below the rule. */
  total?: { label: string; amount: number };
  /** Quiet lines, below the total if there is one: due date, APR, facts in words. */
  after?: readonly ReceiptLine[];
}

/** A breakdown in the form of a receipt: each line with its amount, and the total below a rule. */
export function Receipt({ currency, lines, total, after = [] }: ReceiptProps) {
  return (
    <dl className={styles.receipt}>
      {lines.map((line) => (
        <Line key={line.label} line={line} currency={currency} />
      ))}
      {total && (
        <div className={classes(styles.line, styles.total)}>
          <dt className={styles.label}>{total.label}</dt>
          <dd className={styles.amount}>
            <MoneyFigure amount={total.amount} currency={currency} size={20} />
          </dd>
        </div>
      )}
      {after.map((line) => (
        <Line key={line.label} line={line} currency={currency} quiet />
      ))}
    </dl>
  );
}

function Line({ line, currency, quiet = false }: { line: ReceiptLine; currency: string; quiet?: boolean }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const id = useId();
  const value = typeof line.amount === 'number' ? formatMoney(line.amount, currency) : line.amount;
  return (
    <div className={classes(styles.line, Boolean(line.why) && styles.explained, quiet && styles.after)}>
      <dt className={styles.label}>
        <span className={styles.words}>{line.label}</span>
        {line.why && (
          <button
            type="button"
            data-track={line.track}
            className={styles.why}
            aria-label={t('pair', { name: line.label, value: t('action.why') })}
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            onClick={() => setOpen(!open)}
          >
            <QuestionIcon size={18} />
          </button>
        )}
      </dt>
      <dd className={typeof line.amount === 'number' ? classes(styles.amount, 'numbers') : undefined}>
        {line.minus && typeof line.amount === 'number' && line.amount !== 0 ? '−' : ''}
        {value}
      </dd>
      {line.why && open && (
        <dd id={id} className={styles.because}>
          {line.why}
        </dd>
      )}
    </div>
  );
}
