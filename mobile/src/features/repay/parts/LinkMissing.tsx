import { useState } from 'react';
import { useLocation } from 'react-router';
import { loginPath } from '@/lib/nav/paths';
import { useTranslation } from '@/i18n';
import { useNav } from '@/lib/nav/nav';
import { Button } from '@/ui/Button';
import { Page } from '@/ui/Page';
import { LostPicture } from '@/ui/pictures';
import { StateView } from '@/ui/states';

interface LinkMissingProps {
  /** The server does not know the link, or it has expired. */
  gone?: boolean;
}

/** Shown to a user who is not logged in and has no valid pay link. The login returns to this page. */
export function LinkMissing({ gone = false }: LinkMissingProps) {
  const { t } = useTranslation('repay');
  const nav = useNav();
  const [login] = useState(loginPath(useLocation()));
  return (
    <Page action={<Button track="logIn" onClick={() => nav.to(login)}>{t('pay.login')}</Button>}>
      <StateView picture={<LostPicture />} title={t(gone ? 'pay.linkGone' : 'pay.linkMissing')} text={t(gone ? 'pay.linkEndedText' : 'pay.linkMissingText')} />
    </Page>
  );
}
