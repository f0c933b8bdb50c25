import { useTranslation } from '@/i18n';
import { useNav } from '@/lib/nav/nav';
import { Button } from '@/ui/Button';
import { Page } from '@/ui/Page';
import { LostPicture } from '@/ui/pictures';
import { StateView } from '@/ui/states';

/** Shown for an unknown path. */
export default function NotFound() {
  const { t } = useTranslation();
  const nav = useNav();
  return (
    <Page>
      <StateView
        whole
        picture={<LostPicture />}
        title={t('page.notFoundTitle')}
        text={t('page.notFoundText')}
        action={<Button track="openHome" onClick={() => nav.replace('/m/home')}>{t('action.home')}</Button>}
      />
    </Page>
  );
}
