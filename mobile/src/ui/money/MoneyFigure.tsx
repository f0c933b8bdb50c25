import { useRef } from 'react';
import { classes } from '../classes';
import styles from './MoneyFigure.module.css';
import { useFit } from './useFit';
import { formatMoney, moneyParts } from '@/lib/format/money';

interface MoneyFigureProps {
  /** Minor units. */
  amount: number;
  currency: string;
  /** 40: the main figure of the screen. 28: the figure of a card. 20, 16: in rows. */
  size?: 40 | 28 | 20 | 16;
  tone?: 'ink' | 'danger' | 'positive';
}

/** Figures of at least this length use the next smaller size, so that they are never cut. */
const LONG_LENGTH = 13;

/** An amount with tabular numerals and a smaller currency symbol. It never wraps. */
export function MoneyFigure({ amount, currency, size = 28, tone = 'ink' }: MoneyFigureProps) {
  const { figure, symbol, symbolAfter, spaced } = moneyParts(amount, currency);
  const name = classes(styles.money, styles[`size${size}`], figure.length >= LONG_LENGTH && styles.long, styles[tone]);
  const box = useRef<HTMLSpanElement>(null);
  useFit(box, `${size} ${figure}`);
  const mark = <span className={classes(styles.symbol, spaced && (symbolAfter ? styles.after : styles.before))}>{symbol}</span>;
  return (
    <span ref={box} className={name}>
      <span className="unseen">{formatMoney(amount, currency)}</span>
      <span aria-hidden="true">
        {!symbolAfter && mark}
        {figure}
        {symbolAfter && mark}
      </span>
    </span>
  );
}
