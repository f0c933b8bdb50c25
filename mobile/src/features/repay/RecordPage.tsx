import { useRecords } from './hooks/useRecords';
import { PaymentRow } from './parts/PaymentRow';
import { useQueryParam } from '@/app/nav';
import { useTranslation } from '@/i18n';
import { Button } from '@/ui/Button';
import { RowGroup } from '@/ui/LinkRow';
import { Page } from '@/ui/Page';
import { ListSkeleton } from '@/ui/Skeleton';
import { EmptyState, ErrorState } from '@/ui/states';

/** /m/repay/record: own payments, of one loan or of all. */
export default function RecordPage() {
  const { t } = useTranslation(['repay', 'common']);
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useRecords(useQueryParam('orderId'));
  return (
    <Page>
      <div className="stack">
        {data === undefined && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ListSkeleton />)}
        {data?.length === 0 && <EmptyState title={t('record.emptyTitle')} text={t('record.emptyText')} />}
        {data && data.length > 0 && (
          <RowGroup>
            {data.map((payment) => (
              <PaymentRow key={payment.paymentId} payment={payment} />
            ))}
          </RowGroup>
        )}
        {hasNextPage ? (
          <Button look="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('record.more')}
          </Button>
        ) : (
          data && data.length > 0 && <p className="text-14 quiet center">{t('common:page.end')}</p>
        )}
      </div>
    </Page>
  );
}
