import { Suspense } from 'react';
import { useLocation } from 'react-router';
import { useAdsConsent } from '@/lib/ads/consent';
import { useAdvertiser } from '@/lib/ads/useAdvertiser';
import { lazyPart } from '@/lib/lazy';

/** Pages that an advertisement leads to. Pixels never live where borrowers verify themselves, pay or look after their account. */
const ADVERTISED = /^\/m\/(home(\/loan)?|loan\/list)\/?$/;

const PixelFrame = lazyPart([], () => import('@/features/ads/PixelFrame'));

/** Keeps the pixel of the channel's platform: where advertisements lead, with the visitor's consent only, and gone everywhere else. */
export function Ads() {
  const { pathname } = useLocation();
  const consent = useAdsConsent();
  const channel = useAdvertiser(ADVERTISED.test(pathname));
  if (consent !== 'granted' || !channel) return null;
  return (
    <Suspense fallback={null}>
      <PixelFrame channel={channel} />
    </Suspense>
  );
}
