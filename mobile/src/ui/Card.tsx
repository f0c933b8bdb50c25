import type { ReactNode } from 'react';
import styles from './Card.module.css';
import { classes } from './classes';

interface PlainProps {
  children: ReactNode;
  /** brand: the main card of the screen. */
  tone?: 'plain' | 'brand' | 'attention' | 'danger';
  track?: undefined;
  onClick?: undefined;
}

interface TappedProps extends Omit<PlainProps, 'track' | 'onClick'> {
  /** The name under which a press is recorded; see base/trackName. */
  track: string;
  /** If set, the whole card is a button. */
  onClick: (() => void) | undefined;
}

/** A white card with a thin border. */
export function Card({ children, track, onClick, tone = 'plain' }: PlainProps | TappedProps) {
  const className = classes(styles.card, tone !== 'plain' && styles[tone], onClick && styles.tappable);
  if (!onClick) return <section className={className}>{children}</section>;
  return (
    <button type="button" data-track={track} className={className} onClick={onClick}>
      {children}
    </button>
  );
}
