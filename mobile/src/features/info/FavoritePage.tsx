import { useTranslation } from '@/i18n';
import { webAddress } from '@/lib/config';
import { Callout } from '@/ui/Callout';
import { Card } from '@/ui/Card';
import { CopyRow } from '@/ui/CopyRow';
import { Page } from '@/ui/Page';
import { Section } from '@/ui/Section';
import { Steps } from '@/ui/Steps';

/** /m/favorite: how to add this address to the home screen; the user's own platform comes first. */
export default function FavoritePage() {
  const { t } = useTranslation('info');
  const apple = (
    <Section key="ios" title={t('favorite.ios')}>
      <Steps steps={[t('favorite.ios1'), t('favorite.ios2'), t('favorite.ios3')]} />
    </Section>
  );
  const android = (
    <Section key="android" title={t('favorite.android')}>
      <Steps steps={[t('favorite.android1'), t('favorite.android2'), t('favorite.android3')]} />
    </Section>
  );
  const onApple = /iPhone|iPad|iPod/.test(navigator.userAgent);
  return (
    <Page>
      <div className="stack stack-24">
        <p>{t('favorite.lead')}</p>
        {onApple ? [apple, android] : [android, apple]}
        <Card>
          <CopyRow track="copyAddress" label={t('favorite.here')} value={`${webAddress()}/m/home`} />
        </Card>
        <Callout>{t('favorite.other')}</Callout>
      </div>
    </Page>
  );
}
