import { useLayoutEffect, useSyncExternalStore } from 'react';
import styles from './OfflineBanner.module.css';
import { useTranslation } from '@/i18n';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Says at the top that there is no network, for as long as that is so. */
export function OfflineBanner() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
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
