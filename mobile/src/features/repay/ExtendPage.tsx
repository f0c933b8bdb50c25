import { useExtend } from './hooks/useExtend';
import { Extended } from './parts/Extended';
import { ExtendForm } from './parts/ExtendForm';
import { ExtendRefused } from './parts/ExtendRefused';
import { useApiQuery } from '@/lib/api';
import { useQueryParam } from '@/lib/nav/nav';
import { Page } from '@/ui/Page';
import { QueryView } from '@/ui/QueryView';
import { ReceiptSkeleton } from '@/ui/Skeleton';

/** /m/repay/extend: what moving the due date costs, and the ways to pay for it. */
export default function ExtendPage() {
  const orderId = useQueryParam('orderId') ?? '';
  const extension = useExtend(orderId);
  const query = useApiQuery('repay/extendQuote', { orderId }, { enabled: orderId !== '' });
  if (query.data && extension.moved) return <Extended orderId={orderId} currency={query.data.currency} {...extension.moved} />;
  if (query.error?.final) return <ExtendRefused orderId={orderId} why={query.error.message} />;
  if (query.data) return <ExtendForm quote={query.data} extension={extension} />;
  return (
    <Page>
      <QueryView query={query} skeleton={<ReceiptSkeleton lines={6} />}>
        {() => null}
      </QueryView>
    </Page>
  );
}
