import { ExtendForm } from './parts/ExtendForm';
import { ExtendRefused } from './parts/ExtendRefused';
import { useQueryParam } from '@/app/nav';
import { useApiQuery } from '@/lib/api';
import { Page } from '@/ui/Page';
import { QueryView } from '@/ui/QueryView';
import { ReceiptSkeleton } from '@/ui/Skeleton';

/** /m/repay/extend: what moving the due date costs, and the ways to pay for it. */
export default function ExtendPage() {
  const orderId = useQueryParam('orderId') ?? '';
  const query = useApiQuery('repay/extendQuote', { orderId }, { enabled: orderId !== '' });
  if (query.error?.final) return <ExtendRefused orderId={orderId} why={query.error.message} />;
  if (query.data) return <ExtendForm quote={query.data} again={() => void query.refetch()} />;
  return (
    <Page>
      <QueryView query={query} skeleton={<ReceiptSkeleton lines={6} />}>
        {() => null}
      </QueryView>
    </Page>
  );
}
