import { DocumentPage } from './parts/DocumentPage';
import { useTranslation } from '@/i18n';
import { chooseAds, useAdsConsent } from '@/lib/ads/consent';
import { Button } from '@/ui/Button';

/** /m/privacy2: what the browser keeps and what advertising learns, with the choice itself. */
export default function CookiesPage() {
  return <DocumentPage name="privacy2" after={<AdsChoice />} />;
}

function AdsChoice() {
  const { t } = useTranslation('info');
  const granted = useAdsConsent() === 'granted';
  return (
    <div className="stack stack-8">
      <p role="status">{t(granted ? 'privacy2.on' : 'privacy2.off')}</p>
      <Button look="quiet" onClick={() => chooseAds(!granted)}>
        {t(granted ? 'privacy2.deny' : 'privacy2.allow')}
      </Button>
    </div>
  );
}
