import { useRecords } from './hooks/useRecords';
import { PaymentRow } from './parts/PaymentRow';
import { useQueryParam } from '@/app/nav';
import { useTranslation } from '@/i18n';
import { RowGroup } from '@/ui/LinkRow';
import { Page } from '@/ui/Page';
import { PagedList } from '@/ui/PagedList';
import { EmptyState } from '@/ui/states';

/** /m/repay/record: own payments, of one loan or of all. */
export default function RecordPage() {
  const { t } = useTranslation('repay');
  const pages = useRecords(useQueryParam('orderId'));
  return (
    <Page>
      <div className="stack">
        <PagedList pages={pages} more={t('record.more')} empty={<EmptyState title={t('record.emptyTitle')} text={t('record.emptyText')} />}>
          {(payments) => (
            <RowGroup>
              {payments.map((payment) => (
                <PaymentRow key={payment.paymentId} payment={payment} />
              ))}
            </RowGroup>
          )}
        </PagedList>
      </div>
    </Page>
  );
}
