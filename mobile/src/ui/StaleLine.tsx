import { notifyManager, type Query } from '@tanstack/react-query';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { Callout } from './Callout';
import styles from './StaleLine.module.css';
import { serverTimeOf } from '@/base/serverClock';
import { useTranslation } from '@/i18n';
import { isOfEarlierDay } from '@/lib/earlierDay';
import { ApiError } from '@/lib/api/error';
import { formatInstant } from '@/lib/format/date';
import { useOwnPage, type OwnPage } from '@/lib/nav/nav';
import { queryClient } from '@/lib/queryClient';

/**
 * The delay before the line appears. Most responses arrive earlier, and a line that appears and disappears would move
 * the element under the finger.
 */
const SHOW_DELAY_MS = 2_000;

/**
 * Says that the page's data could not be reloaded, or is from another day and still being reloaded, and when it was
 * loaded. Yesterday's amounts must never be shown as today's.
 */
export function StaleLine() {
  const { t } = useTranslation();
  const page = useOwnPage();
  const failed = useSince(page, isUnanswered);
  const older = useSince(page, isOfEarlierDay);
  const late = useLate(older !== null);
  const since = failed ?? (late ? older : null);
  if (since === null) return null;
  return (
    <div role="status" className={styles.place}>
      <Callout>{t('page.stale', { time: formatInstant(new Date(serverTimeOf(since)).toISOString()) })}</Callout>
    </div>
  );
}

const cache = queryClient.getQueryCache();
const subscribe = (listener: () => void) => cache.subscribe(notifyManager.batchCalls(listener));

/** When the oldest such response on the page arrived, in milliseconds since the epoch; null if there is none. */
const useSince = (page: OwnPage | null, such: (query: Query) => boolean): number | null =>
  useSyncExternalStore(subscribe, useCallback(() => sinceOf(page, such), [page, such]));

function sinceOf(page: OwnPage | null, such: (query: Query) => boolean): number | null {
  const shown = cache.findAll({ type: 'active' }).filter(({ observers, state }) => state.data !== undefined && observers.some(({ options: { meta } }) => (meta?.page ?? null) === page));
  const found = shown.filter(such);
  return found.length > 0 ? Math.min(...found.map(({ state }) => state.dataUpdatedAt)) : null;
}

/** Whether reloading the data failed without a final response. */
const isUnanswered = ({ state: { status, error } }: Query): boolean => status === 'error' && error instanceof ApiError && !error.final;

/** Whether a condition has lasted longer than SHOW_DELAY_MS. */
function useLate(so: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!so) return undefined;
    const timer = setTimeout(() => setLate(true), SHOW_DELAY_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [so]);
  return late;
}
