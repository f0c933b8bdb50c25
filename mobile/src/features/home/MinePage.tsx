import { Suspense } from 'react';
import { InboxBell } from './parts/InboxBell';
import { Links } from './parts/Links';
import { LogOut } from './parts/LogOut';
import { Profile } from './parts/Profile';
import { isNativeApp } from '@/bridge/host';
import { useTranslation } from '@/i18n';
import { useConfig } from '@/lib/config';
import { lazyPart } from '@/lib/lazy';
import { useMember, useSession } from '@/lib/member';
import { useNav } from '@/lib/nav/nav';
import { Button } from '@/ui/Button';
import { LanguageSwitch } from '@/ui/LanguageSwitch';
import { Page } from '@/ui/Page';
import { QueryView } from '@/ui/QueryView';
import { ListSkeleton } from '@/ui/Skeleton';

const AppLock = lazyPart('shell', () => import('./parts/AppLock'));

/** /m/home/mine: the profile, the verification progress, links to everything else, and the logout. */
export default function MinePage() {
  const { t } = useTranslation(['home', 'common']);
  const nav = useNav();
  const { loggedIn } = useSession();
  const member = useMember();
  const { companyName, prodAddress } = useConfig();
  return (
    <Page refreshes>
      <div className="stack stack-24">
        <header className="row">
          <h1 className="title-20">{t('common:tab.mine')}</h1>
          <span className="row">
            <InboxBell />
            <LanguageSwitch />
          </span>
        </header>
        {loggedIn ? (
          <QueryView query={member} skeleton={<ListSkeleton count={1} />}>
            {(data) => <Profile member={data} />}
          </QueryView>
        ) : (
          <div className="stack">
            <p>{t('home:mine.visitor')}</p>
            <Button track="logIn" onClick={() => nav.to(`/m/login?redirect=${encodeURIComponent('/m/home/mine')}`)}>{t('home:mine.logIn')}</Button>
          </div>
        )}
        <Links loggedIn={loggedIn} />
        {loggedIn && isNativeApp() && (
          <Suspense fallback={null}>
            <AppLock />
          </Suspense>
        )}
        {loggedIn && <LogOut />}
        <p className="text-12 quiet center">{t('home:mine.lender', { company: companyName, address: prodAddress })}</p>
      </div>
    </Page>
  );
}
