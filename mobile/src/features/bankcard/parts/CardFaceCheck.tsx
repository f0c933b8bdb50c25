import { useEffect, useRef } from 'react';
import type { FaceObstacle } from '../hooks/useAddCard';
import { obstacleBefore, obstacleOf } from '../obstacle';
import { useTranslation } from '@/i18n';
import { useApiQuery } from '@/lib/api';
import { canHaveKey } from '@/lib/deviceKey/deviceKey';
import { useDeviceKey } from '@/shared/face/hooks/useDeviceKey';
import { Journey } from '@/shared/face/parts/Journey';
import { Page } from '@/ui/Page';
import { FormSkeleton } from '@/ui/Skeleton';
import { ErrorState } from '@/ui/states';

/**
 * The face check for a new bank card while an order is in progress. If no check is possible, it reports the obstacle
 * and continues.
 */
export function CardFaceCheck({ onDone }: { onDone: (why: FaceObstacle | null) => void }) {
  const { t } = useTranslation('face');
  const query = useApiQuery('member/face', {}, { refetchOnMount: 'always' });
  const [key, setKey] = useDeviceKey();
  const begun = useRef(false);
  const known = query.data !== undefined && !query.isFetching && key !== undefined;
  const before = known ? obstacleBefore(query.data, canHaveKey()) : null;
  // Once the check is shown, its own states report obstacles.
  if (known && before === null) begun.current = true;
  const leave = known && before !== null && !begun.current;
  useEffect(() => {
    if (leave) onDone(before);
  }, [leave, before, onDone]);

  // A failed reload of the state must not end a running check.
  if (query.isError && !query.data) {
    return (
      <Page title={t('title')}>
        <ErrorState error={query.error} onRetry={() => query.refetch()} />
      </Page>
    );
  }
  if (!begun.current || !query.data || key === undefined) {
    return (
      <Page title={t('title')}>
        <FormSkeleton fields={2} />
      </Page>
    );
  }
  return (
    <Journey
      scene="card"
      status={query.data}
      ownKey={key?.id ?? null}
      onKey={setKey}
      onPassed={({ freshUntil }) => onDone(freshUntil ? null : 'not_passed')}
      onOther={(why) => onDone(obstacleOf(why))}
      otherLabel={t('goOnBySms')}
    />
  );
}
