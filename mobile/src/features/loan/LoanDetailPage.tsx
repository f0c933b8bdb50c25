import { useDeferredValue } from 'react';
import { useParams } from 'react-router';
import { ProductView } from './parts/ProductView';
import { useApiQuery } from '@/lib/api';
import { Page } from '@/ui/Page';
import { ReceiptSkeleton } from '@/ui/Skeleton';
import { ErrorState } from '@/ui/states';

/** /m/loan/detail/{loanId}: one product, what it costs for an amount and a term of one's choice. */
export default function LoanDetailPage() {
  const { loanId } = useParams<{ loanId: string }>();
  const detail = useApiQuery('loan/detail', { loanId });
  // The calculator is the heaviest page to draw: deferred, it is drawn in slices between which a finger is heard.
  const shown = useDeferredValue(detail.data);
  if (shown) return <ProductView key={loanId} detail={shown} />;
  return <Page>{detail.isError ? <ErrorState error={detail.error} onRetry={() => void detail.refetch()} /> : <ReceiptSkeleton lines={6} />}</Page>;
}
