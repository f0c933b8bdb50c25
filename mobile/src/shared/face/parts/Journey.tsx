import type { FaceStatusData, FaceVerdictData } from '@loanmarket/shared-types/api';
import { useState } from 'react';
import { beforeCheck } from '../journey';
import type { Stop } from '../stage';
import { ConsentStep } from './ConsentStep';
import { FaceCheckPage } from './FaceCheckPage';
import { KeyStep } from './KeyStep';
import type { DeviceKey } from '@/lib/deviceKey/deviceKey';

interface JourneyProps {
  scene: 'enrol' | 'card';
  status: FaceStatusData;
  ownKey: string | null;
  /** This phone has a new key. */
  onKey: (key: DeviceKey) => void;
  onPassed: (verdict: FaceVerdictData) => void;
  /** Continues without the face check, with the reason for the stop. */
  onOther: (why: Stop | 'no_consent' | null) => void;
  otherLabel: string;
}

/** Shows the missing requirements in this order: consent, key of this phone, check. */
export function Journey({ scene, status, ownKey, onKey, onPassed, onOther, otherLabel }: JourneyProps) {
  const [consentGiven, setConsentGiven] = useState(status.consentGiven);
  const [deviceKey, setDeviceKey] = useState(status.deviceKey);
  // What was just done here counts immediately, although the status has not been reloaded yet.
  const next = beforeCheck({ ...status, consentGiven, deviceKey }, ownKey);
  if (next === 'consent') {
    return (
      <ConsentStep
        version={status.consentVersion}
        retentionDays={status.retentionDays}
        onGiven={() => setConsentGiven(true)}
        onLater={() => onOther('no_consent')}
        laterLabel={otherLabel}
      />
    );
  }
  if (next === 'key') {
    const done = (key: DeviceKey) => {
      setDeviceKey(key.id);
      onKey(key);
    };
    return <KeyStep onDone={done} onLater={() => onOther('002')} laterLabel={otherLabel} />;
  }
  return <FaceCheckPage scene={scene} onPassed={onPassed} onSms={onOther} smsLabel={otherLabel} />;
}
