import type { ReactNode } from 'react';
import { classes } from './classes';
import { CheckIcon, InfoIcon, WarnIcon } from './icons';
import styles from './Callout.module.css';

interface CalloutProps {
  children?: ReactNode;
  title?: ReactNode;
  tone?: 'plain' | 'positive' | 'attention' | 'danger';
  /** Screen readers announce it as soon as it appears. */
  live?: boolean;
}

/** A message that the borrower should read before continuing. */
export function Callout({ children, title, tone = 'plain', live = false }: CalloutProps) {
  const Icon = tone === 'positive' ? CheckIcon : tone === 'plain' ? InfoIcon : WarnIcon;
  return (
    <div className={classes(styles.callout, styles[tone])} role={live ? 'alert' : undefined}>
      <Icon size={20} />
      <div className={styles.words}>
        {title && <p className={styles.title}>{title}</p>}
        {children && <div>{children}</div>}
      </div>
    </div>
  );
}
