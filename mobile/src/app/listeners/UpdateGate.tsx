import { Suspense, lazy, useState, type ReactNode } from 'react';
import { postponeUpdate, updateAddress, useRefusal, updateNeed } from '../update';
import { loadTexts } from '@/i18n';
import { onceOnline } from '@/lib/chunks/onceOnline';
import { useConfig } from '@/lib/config';

const UpdateNeeded = lazy(() => onceOnline(async () => (await Promise.all([import('@/features/shell/UpdateNeeded'), loadTexts('shell')]))[0]));
const UpdateSheet = lazy(() => onceOnline(async () => (await Promise.all([import('@/features/shell/UpdateSheet'), loadTexts('shell')]))[0]));

/** Lets an app in that is new enough; one that is too old shows its update and nothing else. */
export function UpdateGate({ children }: { children: ReactNode }) {
  const config = useConfig();
  const refusal = useRefusal();
  const [later, setLater] = useState(false);
  const wished = refusal !== null ? 'required' : updateNeed(config);
  const address = updateAddress(refusal ?? '', config);
  if (wished === 'required') {
    return (
      <Suspense fallback={null}>
        <UpdateNeeded address={address} phone={config.prodPhone} />
      </Suspense>
    );
  }
  const onLater = () => {
    postponeUpdate(config.recommendedAppVersion);
    setLater(true);
  };
  return (
    <>
      {children}
      {wished === 'recommended' && address !== null && (
        <Suspense fallback={null}>
          <UpdateSheet open={!later} address={address} version={config.recommendedAppVersion} onLater={onLater} />
        </Suspense>
      )}
    </>
  );
}
