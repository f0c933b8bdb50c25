import { Suspense } from 'react';
import { ErrorBoundary } from './ErrorBoundary';
import { RowContext, type RouteRow } from './routes/row';
import { useMember } from './useMember';
import { useSession } from '@/lib/useSession';
import { Frame } from '@/ui/Frame';
import { Page } from '@/ui/Page';
import { ErrorState } from '@/ui/states';
import { PageSkeleton } from '@/ui/Skeleton';

/** One route inside the outlet: the frame is there at once, the page when code, texts and borrower are. */
export function Screen({ row }: { row: RouteRow }) {
  return (
    <Frame>
      <RowContext.Provider value={row}>
        <ErrorBoundary>
          <Suspense fallback={<Waiting />}>{row.auth ? <ForMembers row={row} /> : <row.page />}</Suspense>
        </ErrorBoundary>
      </RowContext.Provider>
    </Frame>
  );
}

function ForMembers({ row }: { row: RouteRow }) {
  const { loggedIn } = useSession();
  const member = useMember();
  if (!loggedIn || member.data?.secondFactNeeded) return <Waiting />;
  if (member.data) return <row.page />;
  if (member.isError) {
    return (
      <Page>
        <ErrorState error={member.error} onRetry={() => void member.refetch()} />
      </Page>
    );
  }
  return <Waiting />;
}

function Waiting() {
  return (
    <Page>
      <PageSkeleton />
    </Page>
  );
}
