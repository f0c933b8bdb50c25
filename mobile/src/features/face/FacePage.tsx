import { useState } from 'react';
import { FaceState } from './parts/FaceState';
import { text, useTranslation } from '@/i18n';
import { useApiQuery } from '@/lib/api';
import { canHaveKey } from '@/lib/deviceKey/deviceKey';
import { useDeviceKey } from '@/shared/face/hooks/useDeviceKey';
import { Journey } from '@/shared/face/parts/Journey';
import { Page } from '@/ui/Page';
import { QueryView } from '@/ui/QueryView';
import { ListSkeleton } from '@/ui/Skeleton';
import { toast } from '@/ui/overlay/toasts';
import { useBackStep } from '@/ui/overlay/useBackStep';

/** /m/auth/face: shows whether the face is enrolled, and lets the borrower enrol it or withdraw the consent. */
export default function FacePage() {
  const { t } = useTranslation('face');
  const query = useApiQuery('member/face', {});
  const [key, setKey] = useDeviceKey();
  const [going, setGoing] = useState(false);
  const status = query.data;
  const leave = () => {
    setGoing(false);
    // Failed checks are counted, so the state is reloaded.
    void query.refetch();
  };
  useBackStep(going, leave);

  if (going && status && key !== undefined) {
    return (
      <Journey
        scene="enrol"
        status={status}
        ownKey={key?.id ?? null}
        onKey={setKey}
        onPassed={({ enrolment }) => {
          if (enrolment === 'active') toast(text('face:state.enrolled'), 'positive');
          setGoing(false);
          void query.refetch();
        }}
        onOther={leave}
        otherLabel={t('leave')}
      />
    );
  }
  if (!status || key === undefined) {
    return (
      <Page>
        <QueryView query={query} skeleton={<ListSkeleton count={1} />}>
          {() => <ListSkeleton count={1} />}
        </QueryView>
      </Page>
    );
  }
  return <FaceState status={status} ownKey={key?.id ?? null} possible={canHaveKey()} onBegin={() => setGoing(true)} onKey={setKey} onRefresh={() => void query.refetch()} />;
}
