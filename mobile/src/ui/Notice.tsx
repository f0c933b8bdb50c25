import type { ReactNode } from 'react';
import { classes } from './classes';
import { CheckIcon, InfoIcon, WarnIcon } from './icons';
import styles from './Notice.module.css';

interface NoticeProps {
  children?: ReactNode;
  title?: ReactNode;
  tone?: 'plain' | 'positive' | 'attention' | 'danger';
  /** Said aloud at once when it appears. */
  live?: boolean;
}

/** A sentence that the borrower should see before going on. */
export function Notice({ children, title, tone = 'plain', live = false }: NoticeProps) {
  const Icon = tone === 'positive' ? CheckIcon : tone === 'plain' ? InfoIcon : WarnIcon;
  return (
    <div className={classes(styles.notice, styles[tone])} role={live ? 'alert' : undefined}>
      <Icon size={20} />
      <div className={styles.words}>
        {title && <p className={styles.title}>{title}</p>}
        {children && <div>{children}</div>}
      </div>
    </div>
  );
}
