import type { ReactNode } from 'react';
import styles from './Card.module.css';
import { classes } from './classes';

interface CardProps {
  children: ReactNode;
  /** Makes the whole card a button. */
  onClick?: (() => void) | undefined;
  /** brand: the card of the screen. */
  tone?: 'plain' | 'brand' | 'attention' | 'danger';
}

/** White paper with a hair line. */
export function Card({ children, onClick, tone = 'plain' }: CardProps) {
  const className = classes(styles.card, tone !== 'plain' && styles[tone], onClick && styles.tappable);
  if (!onClick) return <section className={className}>{children}</section>;
  return (
    <button type="button" className={className} onClick={onClick}>
      {children}
    </button>
  );
}
