import { Suspense, useState, type ReactNode } from 'react';
import { postponeUpdate, updateAddress, useRefusal, updateNeed } from '../update';
import { useConfig } from '@/lib/config';
import { lazyPart } from '@/lib/lazy';

const UpdateNeeded = lazyPart('shell', () => import('@/features/shell/UpdateNeeded'));
const UpdateSheet = lazyPart('shell', () => import('@/features/shell/UpdateSheet'));

/** Renders the app if its version is recent enough. A version that is too old only sees the update page. */
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
