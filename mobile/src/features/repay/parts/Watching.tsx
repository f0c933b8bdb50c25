import { useTranslation } from '@/i18n';
import { formatLastDay } from '@/lib/format/date';
import { ClockIcon } from '@/ui/icons';
import styles from './Watching.module.css';

interface WatchingProps {
  /** What is waited for; the payment of whoever looks, where nothing else is said. */
  words?: string;
  expiresAt: string;
  /** The server cannot be asked at the moment. */
  unreachable: boolean;
}

/** Quiet: nothing to do here, the page changes by itself. */
export function Watching({ words, expiresAt, unreachable }: WatchingProps) {
  const { t } = useTranslation('repay');
  return (
    <div className={styles.watching} role="status">
      <ClockIcon />
      <div className={styles.words}>
        <p>{unreachable ? t('pay.unreachable') : (words ?? t('pay.watching'))}</p>
        <p className="quiet">{t('pay.until', { day: formatLastDay(expiresAt) })}</p>
      </div>
    </div>
  );
}
