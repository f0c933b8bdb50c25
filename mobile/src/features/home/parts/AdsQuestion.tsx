import { Suspense, lazy } from 'react';
import { loadTexts } from '@/i18n';
import { useAdsConsent } from '@/lib/ads/consent';
import { useAdvertiser } from '@/lib/ads/useAdvertiser';
import { onceOnline } from '@/lib/chunks/onceOnline';

const AdsCard = lazy(() => onceOnline(async () => (await Promise.all([import('@/features/ads/AdsCard'), loadTexts('ads')]))[0]));

/** The question about advertising tools, for whom an advertisement brought and who has not answered it. */
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
