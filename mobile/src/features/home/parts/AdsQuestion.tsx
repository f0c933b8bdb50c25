import { Suspense } from 'react';
import { useAdsConsent } from '@/lib/ads/consent';
import { useAdvertiser } from '@/lib/ads/useAdvertiser';
import { lazyPart } from '@/lib/lazy';

const AdsCard = lazyPart('ads', () => import('./AdsCard'));

/**
 * The consent question about advertising tools, for visitors who came through an advertisement and have not answered
 * it.
 */
export function AdsQuestion() {
  const unanswered = useAdsConsent() === null;
  const channel = useAdvertiser(unanswered);
  if (!channel) return null;
  return (
    <Suspense fallback={null}>
      <AdsCard />
    </Suspense>
  );
}
