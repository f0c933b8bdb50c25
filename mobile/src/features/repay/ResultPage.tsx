import { ReceiptView } from './parts/ReceiptView';
import { ResultAction } from './parts/ResultAction';
import { useApiQuery } from '@/lib/api';
import { useQueryParam } from '@/lib/nav/nav';
import { Page } from '@/ui/Page';
import { QueryView } from '@/ui/QueryView';
import { ReceiptSkeleton } from '@/ui/Skeleton';

/** A refund follows within seconds. */
const FOLLOW_MS = 3000;

/** /m/repay/result: the receipt of a payment. */
export default function ResultPage() {
  const paymentId = useQueryParam('paymentId') ?? '';
  const query = useApiQuery('repay/receipt', { paymentId }, {
    enabled: paymentId !== '',
    refetchInterval: ({ state: { data } }) => (data?.refund?.state === 'created' || data?.refund?.state === 'unknown' ? FOLLOW_MS : false),
  });
  return (
    <Page action={query.data && <ResultAction receipt={query.data} />}>
      <QueryView query={query} skeleton={<ReceiptSkeleton lines={6} />}>
        {(receipt) => <ReceiptView receipt={receipt} />}
      </QueryView>
    </Page>
  );
}
