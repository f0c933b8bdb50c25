import { useIonViewDidEnter } from '@ionic/react';
import { Suspense, useEffect, useState } from 'react';
import { useHistory } from 'react-router';
import { ErrorBoundary } from './ErrorBoundary';
import { table } from './routes/table';
import { retryAllNow } from '@/base/chunks/onceOnline';
import { usePendingChunk } from '@/base/chunks/pendingChunk';
import { lastSeenPage } from '@/features/offline/page';
import { useTranslation } from '@/i18n';
import { useMember, useSession } from '@/lib/member';
import { leaveIfOver, OwnPageContext, type OwnPage } from '@/lib/nav/nav';
import { RoutesContext, RouteContext, type RouteDefinition } from '@/lib/nav/route';
import { Button } from '@/ui/Button';
import { Frame } from '@/ui/Frame';
import { Page } from '@/ui/Page';
import { OfflinePicture, UnpluggedPicture } from '@/ui/pictures/states';
import { ErrorState, StateView } from '@/ui/states';
import { PageSkeleton } from '@/ui/Skeleton';
import { useOnline } from '@/ui/useOnline';

/**
 * One route inside the outlet. The frame is shown immediately, and the page once code, texts and borrower are loaded.
 */
export function Screen({ route }: { route: RouteDefinition }) {
  const history = useHistory();
  const [own] = useState<OwnPage>(() => ({ pathname: history.location.pathname, later: null }));
  useIonViewDidEnter(() => leaveIfOver(own, history.location.pathname));
  return (
    <Frame>
      <RouteContext.Provider value={route}>
        <RoutesContext.Provider value={table}>
          <OwnPageContext.Provider value={own}>
            <ErrorBoundary>
              <Suspense fallback={<Waiting />}>
                <Content route={route} />
              </Suspense>
            </ErrorBoundary>
          </OwnPageContext.Provider>
        </RoutesContext.Provider>
      </RouteContext.Provider>
    </Frame>
  );
}

/** The page. If the borrower cannot be loaded for lack of a network, it shows the data they saw last. */
function Content({ route }: { route: RouteDefinition }) {
  const { loggedIn } = useSession();
  const { data, error } = useMember();
  const LastSeen = lastSeenPage;
  if (loggedIn && !data && error?.unanswered && (route.auth || route.tab)) return <LastSeen />;
  return route.auth ? <ForMembers route={route} /> : <route.page />;
}

function ForMembers({ route }: { route: RouteDefinition }) {
  const { loggedIn } = useSession();
  const member = useMember();
  useEffect(() => {
    // Load the page while the borrower is being loaded. An error is shown when the page is rendered.
    if (loggedIn) route.page.fetch().catch(() => undefined);
  }, [loggedIn, route]);
  if (!loggedIn || member.data?.secondFactNeeded) return <Waiting />;
  // The key remounts the page for another borrower, so that they do not see what the previous one typed.
  if (member.data) return <route.page key={member.data.memberId} />;
  if (member.isError) {
    return (
      <Page>
        <ErrorState error={member.error} onRetry={() => member.refetch()} />
      </Page>
    );
  }
  return <Waiting />;
}

function Waiting() {
  const { t } = useTranslation();
  const pending = usePendingChunk();
  const online = useOnline();
  return (
    <Page>
      {pending ? (
        <div role="status">
          <StateView
            picture={online ? <UnpluggedPicture /> : <OfflinePicture />}
            title={t(online ? 'failure.awayTitle' : 'failure.offlineTitle')}
            text={t(online ? 'failure.awayWaits' : 'failure.offlineWaits')}
            action={
              <Button track="retry" look="quiet" onClick={retryAllNow}>
                {t('action.retry')}
              </Button>
            }
          />
        </div>
      ) : (
        <PageSkeleton />
      )}
    </Page>
  );
}
