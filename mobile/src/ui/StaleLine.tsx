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

/** An answer is mostly there by then: a line that comes and goes would move what is under the finger. */
const SOON_MS = 2_000;

/**
 * What stands on the page could not be asked for anew, or is of another day and not yet: says so, and from when it is. Money is
 * never shown as of today that is of yesterday.
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

/** When the oldest of such answers came that a page shows; milliseconds since the epoch, null where it shows none. */
const useSince = (page: OwnPage | null, such: (query: Query) => boolean): number | null =>
  useSyncExternalStore(subscribe, useCallback(() => sinceOf(page, such), [page, such]));

function sinceOf(page: OwnPage | null, such: (query: Query) => boolean): number | null {
  const shown = cache.findAll({ type: 'active' }).filter(({ observers, state }) => state.data !== undefined && observers.some(({ options: { meta } }) => (meta?.page ?? null) === page));
  const found = shown.filter(such);
  return found.length > 0 ? Math.min(...found.map(({ state }) => state.dataUpdatedAt)) : null;
}

/** A newer answer could not be had. */
const isUnanswered = ({ state: { status, error } }: Query): boolean => status === 'error' && error instanceof ApiError && !error.final;

/** Whether something has been so for longer than a moment. */
function useLate(so: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!so) return undefined;
    const timer = setTimeout(() => setLate(true), SOON_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [so]);
  return late;
}
