import { useNav } from '@/app/nav';
import { useTranslation } from '@/i18n';
import { Button } from '@/ui/Button';
import { Page } from '@/ui/Page';
import { LostPicture } from '@/ui/pictures';
import { StateView } from '@/ui/states';

/** Opened without a pay link and without login. */
export function LinkMissing() {
  const { t } = useTranslation('repay');
  const nav = useNav();
  return (
    <Page action={<Button onClick={() => nav.to('/m/login?redirect=%2Fm%2Frepay%2Fnormal')}>{t('pay.login')}</Button>}>
      <StateView picture={<LostPicture />} title={t('pay.linkMissing')} text={t('pay.linkMissingText')} />
    </Page>
  );
}
