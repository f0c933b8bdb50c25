import { notifyManager } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { Notice } from './Notice';
import styles from './StaleLine.module.css';
import { serverTimeOf } from '@/base/serverClock';
import { useTranslation } from '@/i18n';
import { ApiError } from '@/lib/api/error';
import { formatInstant } from '@/lib/format/date';
import { useOwnPage, type OwnPage } from '@/lib/nav/nav';
import { queryClient } from '@/lib/queryClient';

/** What stands on the page could not be asked for anew: says so, and from when it is. Money is never shown as of today that is of yesterday. */
export function StaleLine() {
  const { t } = useTranslation();
  const page = useOwnPage();
  const since = useSyncExternalStore(subscribe, useCallback(() => staleSince(page), [page]));
  if (since === null) return null;
  return (
    <div role="status" className={styles.place}>
      <Notice>{t('page.stale', { time: formatInstant(new Date(serverTimeOf(since)).toISOString()) })}</Notice>
    </div>
  );
}

const cache = queryClient.getQueryCache();
const subscribe = (listener: () => void) => cache.subscribe(notifyManager.batchCalls(listener));

/** When the oldest answer came that a page shows though a newer one could not be had; milliseconds since the epoch. */
function staleSince(page: OwnPage | null): number | null {
  const stale = cache.findAll({ type: 'active' }).filter(({ observers, state: { data, status, error } }) => {
    const shown = observers.some(({ options: { meta } }) => (meta?.page ?? null) === page);
    return shown && status === 'error' && data !== undefined && error instanceof ApiError && !error.final;
  });
  return stale.length > 0 ? Math.min(...stale.map(({ state }) => state.dataUpdatedAt)) : null;
}
