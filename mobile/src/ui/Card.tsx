import type { ReactNode } from 'react';
import styles from './Card.module.css';
import { classes } from './classes';

interface PlainProps {
  children: ReactNode;
  /** brand: the card of the screen. */
  tone?: 'plain' | 'brand' | 'attention' | 'danger';
  track?: undefined;
  onClick?: undefined;
}

interface TappedProps extends Omit<PlainProps, 'track' | 'onClick'> {
  /** The name that a press is recorded under: see base/trackName. */
  track: string;
  /** Makes the whole card a button. */
  onClick: (() => void) | undefined;
}

/** White paper with a hair line. */
export function Card({ children, track, onClick, tone = 'plain' }: PlainProps | TappedProps) {
  const className = classes(styles.card, tone !== 'plain' && styles[tone], onClick && styles.tappable);
  if (!onClick) return <section className={className}>{children}</section>;
  return (
    <button type="button" data-track={track} className={className} onClick={onClick}>
      {children}
    </button>
  );
}
