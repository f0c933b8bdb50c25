import { useEffect } from 'react';
import { useParams } from 'react-router';
import { useCarrierSession } from './hooks/useCarrierSession';
import { ResultActions } from './parts/ResultActions';
import { ResultView } from './parts/ResultView';
import { mallPath, outcomeOf, sessionPath } from './paths';
import { useTranslation } from '@/i18n';
import { useNav } from '@/lib/nav/nav';
import { invalidate } from '@/lib/queryClient';
import { Button } from '@/ui/Button';
import { Page } from '@/ui/Page';
import { QueryView } from '@/ui/QueryView';
import { ReceiptSkeleton } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/states';

/**
 * /m/mall/{channel}/result/{status}: polls while the carrier works, and shows the result when it is there. The URL is
 * updated accordingly.
 */
export default function ResultPage() {
  const { t } = useTranslation('carrier');
  const nav = useNav();
  const { status } = useParams<{ status: string }>();
  const { channel, query, long } = useCarrierSession();
  const { data } = query;
  const target = data && outcomeOf(data) !== status && !query.isFetching ? sessionPath(data) : null;

  useEffect(() => {
    if (target === null) return;
    void invalidate('opt/index', 'auth/list', 'member/query', 'loan/list', 'loan/detail');
    nav.replace(target);
  }, [target, nav]);

  return (
    <Page action={data && <ResultActions session={data} />}>
      {query.isError && query.error.status === 404 ? (
        <EmptyState title={t('result.none')} action={<Button track="begin" onClick={() => nav.replace(mallPath(channel))}>{t('result.begin')}</Button>} />
      ) : (
        <QueryView query={query} skeleton={<ReceiptSkeleton lines={2} />}>
          {(session) => <ResultView session={session} long={long} />}
        </QueryView>
      )}
    </Page>
  );
}
