import { ReceiptView } from './parts/ReceiptView';
import { ResultAction } from './parts/ResultAction';
import { useTranslation } from '@/i18n';
import { useApiQuery } from '@/lib/api';
import { useNav, useQueryParam } from '@/lib/nav/nav';
import { Button } from '@/ui/Button';
import { Page } from '@/ui/Page';
import { QueryView } from '@/ui/QueryView';
import { ReceiptSkeleton } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/states';

/** The polling interval for a refund, which follows within seconds. */
const POLL_INTERVAL_MS = 3000;

/** /m/repay/result?paymentId=: the receipt of a payment. */
export default function ResultPage() {
  const paymentId = useQueryParam('paymentId');
  return paymentId ? <ReceiptOf paymentId={paymentId} /> : <WhichPayment />;
}

function WhichPayment() {
  const { t } = useTranslation('repay');
  const nav = useNav();
  return (
    <Page>
      <EmptyState title={t('receipt.missing')} action={<Button track="openRecords" onClick={() => nav.replace('/m/repay/record')}>{t('receipt.records')}</Button>} />
    </Page>
  );
}

function ReceiptOf({ paymentId }: { paymentId: string }) {
  const query = useApiQuery('repay/receipt', { paymentId }, {
    refetchInterval: ({ state: { data } }) => (data?.refund?.state === 'created' || data?.refund?.state === 'unknown' ? POLL_INTERVAL_MS : false),
  });
  return (
    <Page action={query.data && <ResultAction receipt={query.data} />}>
      <QueryView query={query} skeleton={<ReceiptSkeleton lines={6} />}>
        {(receipt) => <ReceiptView receipt={receipt} />}
      </QueryView>
    </Page>
  );
}
