import { useTranslation } from '@/i18n';
import { formatLastDay } from '@/lib/format/date';
import { ClockIcon } from '@/ui/icons';
import styles from './Watching.module.css';

interface WatchingProps {
  /** What is awaited; by default the user's own payment. */
  words?: string;
  expiresAt: string;
  /** The server is unreachable at the moment. */
  unreachable: boolean;
}

/** Says that the page updates by itself and no action is needed. */
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
