import type { FaceStatusData } from '@loanmarket/shared-types/api';
import { useState, type ReactNode } from 'react';
import { useWithdrawConsent } from '../hooks/useWithdrawConsent';
import { faceLoginStateOf, type FaceLoginState } from '../faceLoginState';
import { useTranslation } from '@/i18n';
import type { DeviceKey } from '@/lib/deviceKey/deviceKey';
import { useNav } from '@/lib/nav/nav';
import { KeyStep } from '@/shared/face/parts/KeyStep';
import { Button } from '@/ui/Button';
import { Callout } from '@/ui/Callout';
import { Page } from '@/ui/Page';
import { ApprovedPicture, IdentityPicture, PausedPicture, PhonePicture, WaitingPicture } from '@/ui/pictures';
import { StateView } from '@/ui/states';
import { useBackStep } from '@/ui/overlay/useBackStep';

interface FaceStateProps {
  status: FaceStatusData;
  ownKey: string | null;
  possible: boolean;
  onBegin: () => void;
  onKey: (key: DeviceKey) => void;
  onRefresh: () => void;
}

/** The state of the face login, and the available action. */
export function FaceState({ status, ownKey, possible, onBegin, onKey, onRefresh }: FaceStateProps) {
  const { t } = useTranslation('face');
  const nav = useNav();
  const [switchingOn, setSwitchingOn] = useState(false);
  useBackStep(switchingOn, () => setSwitchingOn(false));
  const withdraw = useWithdrawConsent(status.consentVersion, onRefresh);
  const state = faceLoginStateOf(status, ownKey, possible);
  const kept = status.enrolment === 'active' || status.enrolment === 'review';

  if (switchingOn) {
    const done = (key: DeviceKey) => {
      onKey(key);
      setSwitchingOn(false);
      onRefresh();
    };
    return <KeyStep onDone={done} onLater={() => setSwitchingOn(false)} laterLabel={t('leave')} />;
  }
  const actions: Partial<Record<FaceLoginState, ReactNode>> = {
    off: <Button track="enrol" onClick={onBegin}>{t('state.enrol')}</Button>,
    key: <Button track="switchOnKey" onClick={() => setSwitchingOn(true)}>{t('key.act')}</Button>,
    identity: <Button track="verifyIdentity" onClick={() => nav.to('/m/auth/identity')}>{t('state.identity')}</Button>,
    notReady: <Button track="refresh" look="quiet" onClick={onRefresh}>{t('again')}</Button>,
  };
  const action = actions[state];
  return (
    <Page
      action={
        (action || kept) && (
          <>
            {action}
            {kept && (
              <Button track="withdrawFace" look="text" busy={withdraw.busy} onClick={withdraw.ask}>
                {t('state.withdraw')}
              </Button>
            )}
          </>
        )
      }
    >
      <View state={state} />
      {state === 'off' && status.endedFor !== '' && <Callout tone="attention">{t(`ended.${status.endedFor}`)}</Callout>}
    </Page>
  );
}

function View({ state }: { state: FaceLoginState }) {
  const { t } = useTranslation('face');
  switch (state) {
    case 'active':
      return <StateView picture={<ApprovedPicture />} title={t('state.activeTitle')} text={t('state.activeText')} />;
    case 'key':
      return <StateView picture={<PhonePicture />} title={t('state.keyTitle')} text={t('key.text')} />;
    case 'review':
      return <StateView picture={<WaitingPicture />} title={t('state.reviewTitle')} text={t('state.reviewText')} />;
    case 'identity':
      return <StateView picture={<IdentityPicture />} title={t('state.identityTitle')} text={t('state.identityText')} />;
    case 'useSms':
      return <StateView picture={<PausedPicture />} title={t('stop.use_sms')} text={t('state.waitText')} />;
    case 'notReady':
      return <StateView picture={<WaitingPicture />} title={t('state.notReadyTitle')} text={t('state.notReadyText')} />;
    case 'notOffered':
    case 'impossible':
      return <StateView picture={<PausedPicture />} title={t('state.notOfferedTitle')} text={t(state === 'impossible' ? 'key.impossible' : 'means.refused')} />;
    case 'off':
      return <StateView picture={<IdentityPicture />} title={t('state.offTitle')} text={t('state.offText')} />;
  }
}
