import { useTranslation } from '@/i18n';
import { useNav, useQueryParam } from '@/lib/nav/nav';
import { Button } from '@/ui/Button';
import { Page } from '@/ui/Page';
import { PausedPicture } from '@/ui/pictures';
import { StateView } from '@/ui/states';

/** The product is suspended, or (`?reason=eligible`) not available to this borrower. */
export default function SorryProduct() {
  const { t } = useTranslation();
  const nav = useNav();
  const notEligible = useQueryParam('reason') === 'eligible';
  return (
    <Page>
      <StateView
        whole
        picture={<PausedPicture />}
        title={t(notEligible ? 'page.notEligible' : 'page.sorryTitle')}
        {...(notEligible ? {} : { text: t('page.sorryText') })}
        action={<Button track="openHome" onClick={() => nav.replace('/m/home')}>{t('action.home')}</Button>}
      />
    </Page>
  );
}
