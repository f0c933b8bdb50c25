import { useGuide } from './hooks/useContent';
import { ContentView, DocumentPage } from './parts/DocumentPage';
import { useTranslation } from '@/i18n';
import { chooseAds, useAdsConsent } from '@/lib/ads/consent';
import { Button } from '@/ui/Button';

/** /m/terms */
export const TermsPage = () => <DocumentPage name="terms" />;

/** /m/privacy */
export const PrivacyPage = () => <DocumentPage name="privacy" />;

/** /m/privacy2: what the browser stores and what advertising platforms receive, with the choice. */
export const CookiesPage = () => <DocumentPage name="privacy2" after={<AdsChoice />} />;

/** /m/aboutus: the operator, the lenders, and contact data. */
export const AboutPage = () => <DocumentPage name="about" />;

/** /m/helpCenter: frequent questions and the guide. */
export const HelpCenterPage = () => <DocumentPage name="help" after={<Guide />} />;

function Guide() {
  return <ContentView content={useGuide()} />;
}

function AdsChoice() {
  const { t } = useTranslation('info');
  const granted = useAdsConsent() === 'granted';
  return (
    <div className="stack stack-8">
      <p role="status">{t(granted ? 'privacy2.on' : 'privacy2.off')}</p>
      <Button track={granted ? 'denyAds' : 'allowAds'} look="quiet" onClick={() => chooseAds(!granted)}>
        {t(granted ? 'privacy2.deny' : 'privacy2.allow')}
      </Button>
    </div>
  );
}
