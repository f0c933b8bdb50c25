import { useCarrierSession } from './hooks/useCarrierSession';
import { CodeForm } from './parts/CodeForm';
import { mallPath, sessionPath } from './paths';
import { useTranslation } from '@/i18n';
import { useNav } from '@/lib/nav/nav';
import { Button } from '@/ui/Button';
import { Page } from '@/ui/Page';
import { QueryView } from '@/ui/QueryView';
import { FormSkeleton } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/states';

/** /m/mall/{channel}/detail/{type}/next and .../register/{type}/next: enters the code that the carrier sent by SMS. */
export default function CodePage() {
  const { t } = useTranslation('carrier');
  const nav = useNav();
  const { channel, query } = useCarrierSession();
  // Data from before this page was opened does not cover the code that has just been sent.
  const fresh = query.data !== undefined && query.isFetchedAfterMount;
  return (
    <Page>
      {query.isError && query.error.status === 404 ? (
        <EmptyState title={t('result.none')} action={<Button track="begin" onClick={() => nav.replace(mallPath(channel))}>{t('result.begin')}</Button>} />
      ) : (
        <QueryView query={fresh || query.isError ? query : { ...query, data: undefined } as typeof query} skeleton={<FormSkeleton />}>
          {(session) =>
            session.state === 'code' ? (
              <CodeForm session={session} />
            ) : (
              <EmptyState title={t('code.over')} action={<Button track="seeRunning" onClick={() => nav.replace(sessionPath(session))}>{t('running.see')}</Button>} />
            )
          }
        </QueryView>
      )}
    </Page>
  );
}
