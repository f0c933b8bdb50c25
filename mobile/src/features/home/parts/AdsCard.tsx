import { useTranslation } from '@/i18n';
import { chooseAds } from '@/lib/ads/consent';
import { useNav } from '@/lib/nav/nav';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';

/** Asks for consent to advertising tools. Both answers look equal, and no answer counts as no. */
export default function AdsCard() {
  const { t } = useTranslation('ads');
  const nav = useNav();
  return (
    <Card>
      <section className="stack stack-8" aria-label={t('title')}>
        <h2 className="title-16">{t('title')}</h2>
        <p className="text-14">{t('ask')}</p>
        <Button track="denyAds" look="quiet" onClick={() => chooseAds(false)}>
          {t('deny')}
        </Button>
        <Button track="allowAds" look="quiet" onClick={() => chooseAds(true)}>
          {t('allow')}
        </Button>
        <Button track="readAboutAds" look="text" onClick={() => nav.to('/m/privacy2')}>
          {t('more')}
        </Button>
      </section>
    </Card>
  );
}
