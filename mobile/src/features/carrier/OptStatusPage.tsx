import { ResultActions } from './parts/ResultActions';
import { ResultView } from './parts/ResultView';
import { outcomeOf } from './paths';
import { pollDelay } from './hooks/useCarrierSession';
import { useTranslation } from '@/i18n';
import { useApiQuery } from '@/lib/api';
import { useWaited } from '@/lib/api/waited';
import { useNav } from '@/lib/nav/nav';
import { Button } from '@/ui/Button';
import { Page } from '@/ui/Page';
import { QueryView } from '@/ui/QueryView';
import { ReceiptSkeleton } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/states';

/** /m/auth/opt/{status}: the result of the latest session, regardless of the carrier. */
export default function OptStatusPage() {
  const { t } = useTranslation('carrier');
  const nav = useNav();
  const { waited } = useWaited();
  const index = useApiQuery('opt/index', {}, {
    refetchInterval: ({ state }) => (state.data?.last && outcomeOf(state.data.last) === 'waiting' ? pollDelay(waited()) : false),
  });
  const last = index.data?.last;
  return (
    <Page action={last && <ResultActions session={last} />}>
      <QueryView query={index} skeleton={<ReceiptSkeleton lines={2} />}>
        {() =>
          last ? (
            <ResultView session={last} long={false} />
          ) : (
            <EmptyState title={t('result.none')} action={<Button track="begin" onClick={() => nav.replace('/m/auth/opt')}>{t('result.begin')}</Button>} />
          )
        }
      </QueryView>
    </Page>
  );
}
