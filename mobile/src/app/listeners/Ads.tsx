import { Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { sendAdsChoice, useAdsConsent } from '@/lib/ads/consent';
import { useAdvertiser } from '@/lib/ads/useAdvertiser';
import { lazyPart } from '@/lib/lazy';

/**
 * The pages that advertisements lead to. Pixels never run where borrowers verify themselves, pay or manage their
 * account.
 */
const ADVERTISED = /^\/m\/(home(\/loan)?|loan\/list)\/?$/;

const PixelFrame = lazyPart([], () => import('@/features/ads/PixelFrame'));

/**
 * Shows the pixel of the channel's platform on the pages that advertisements lead to, only with the visitor's consent,
 * and removes it on all other pages. Also tells the server of a choice made without a network.
 */
export function Ads() {
  const { pathname } = useLocation();
  const consent = useAdsConsent();
  const channel = useAdvertiser(ADVERTISED.test(pathname));
  useEffect(() => {
    const tell = () => void sendAdsChoice();
    tell();
    window.addEventListener('online', tell);
    return () => window.removeEventListener('online', tell);
  }, []);
  if (consent !== 'granted' || !channel) return null;
  return (
    <Suspense fallback={null}>
      <PixelFrame channel={channel} />
    </Suspense>
  );
}
