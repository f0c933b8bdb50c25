import { useParams } from 'react-router';
import { OrderAction } from './parts/OrderAction';
import { OrderView } from './parts/OrderView';
import { useOrderResult } from '@/shared/order/useOrderResult';
import { Page } from '@/ui/Page';
import { QueryView } from '@/ui/QueryView';
import { ReceiptSkeleton } from '@/ui/Skeleton';

/** /m/order/detail/{loanId}: one of the borrower's orders; polled while something is in progress. */
export default function OrderDetailPage() {
  const { loanId: orderId } = useParams<{ loanId: string }>();
  const { query } = useOrderResult(orderId);
  return (
    <Page refreshes action={query.data && <OrderAction detail={query.data} />}>
      <QueryView query={query} skeleton={<ReceiptSkeleton lines={8} />}>
        {(detail) => <OrderView detail={detail} />}
      </QueryView>
    </Page>
  );
}
