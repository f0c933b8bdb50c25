import { useLayoutEffect } from 'react';
import styles from './OfflineBanner.module.css';
import { useOnline } from './useOnline';
import { useTranslation } from '@/i18n';

/** Shows at the top that there is no network, while the phone is offline. */
export function OfflineBanner() {
  const online = useOnline();
  const { t } = useTranslation();
  useLayoutEffect(() => {
    document.documentElement.classList.toggle('offline', !online);
  }, [online]);
  return (
    <div role="status" className={styles.place}>
      {!online && <p className={styles.banner}>{t('app.offline')}</p>}
    </div>
  );
}
