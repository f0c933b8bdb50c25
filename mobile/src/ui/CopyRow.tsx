import { useRef, useState } from 'react';
import { classes } from './classes';
import styles from './CopyRow.module.css';
import { EmailBreaks } from './EmailBreaks';
import { CheckIcon, CopyIcon } from './icons';
import { useTranslation } from '@/i18n';
import { copyText } from '@/lib/copyText';
import { toast } from './overlay/toasts';

interface CopyRowProps {
  /** The name under which a press is recorded; see base/trackName. */
  track: string;
  label: string;
  /** The displayed value. */
  value: string;
  /** The value to copy, if it differs from the displayed one: for example an amount without separators. */
  copy?: string;
  /** Large type, for money and account numbers. */
  strong?: boolean;
}

const FEEDBACK_MS = 2000;

/** A value with a button that copies it and confirms that. */
export function CopyRow({ track, label, value, copy = value, strong }: CopyRowProps) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const onCopy = async () => {
    // Otherwise the borrower would paste what was copied before, for example the memo of another payment.
    if (!(await copyText(copy))) return toast(t('failure.copy'), 'danger');
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), FEEDBACK_MS);
  };
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <p className={styles.label}>{label}</p>
        <p className={classes(styles.value, strong && styles.strong)}>
          <EmailBreaks text={value} />
        </p>
      </div>
      <button type="button" data-track={track} className={classes(styles.button, copied && styles.copied)} aria-label={t('pair', { name: t('action.copy'), value: label })} onClick={() => void onCopy()}>
        {copied ? <CheckIcon size={18} /> : <CopyIcon size={18} />}
        <span>{t(copied ? 'action.copied' : 'action.copy')}</span>
      </button>
      {/* Outside the button, because changes inside an element with an accessible name are not announced. */}
      <span role="status" className="unseen">
        {copied ? t('pair', { name: t('action.copied'), value: label }) : ''}
      </span>
    </div>
  );
}
