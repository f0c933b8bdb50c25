import { useTranslation } from '@/i18n';
import { formatLastDay } from '@/lib/format/date';
import { ClockIcon } from '@/ui/icons';
import styles from './Watching.module.css';

interface WatchingProps {
  expiresAt: string;
  /** The server cannot be asked at the moment. */
  unreachable: boolean;
}

/** Quiet: nothing to do here, the page changes by itself. */
export function Watching({ expiresAt, unreachable }: WatchingProps) {
  const { t } = useTranslation('repay');
  return (
    <div className={styles.watching} role="status">
      <ClockIcon />
      <div className={styles.words}>
        <p>{t(unreachable ? 'pay.unreachable' : 'pay.watching')}</p>
        <p className="quiet">{t('pay.until', { day: formatLastDay(expiresAt) })}</p>
      </div>
    </div>
  );
}
