import { useParams } from 'react-router';
import { useSorryProduct } from './hooks/useSorryProduct';
import { ProductView } from './parts/ProductView';
import { useApiQuery } from '@/lib/api';
import { Page } from '@/ui/Page';
import { QueryPage } from '@/ui/QueryView';
import { ReceiptSkeleton } from '@/ui/Skeleton';
import { useDeferredData } from '@/ui/useDeferredData';

/** /m/loan/detail/{loanId}: a product, and what it costs for a chosen amount and term. */
export default function LoanDetailPage() {
  const { loanId } = useParams<{ loanId: string }>();
  const { data, error, refetch } = useApiQuery('loan/detail', { loanId });
  const shown = useDeferredData(data);
  if (useSorryProduct(shown?.product)) return <Page>{null}</Page>;
  return (
    <QueryPage query={{ data: shown, error, refetch }} skeleton={<ReceiptSkeleton lines={6} />}>
      {(detail) => <ProductView key={loanId} detail={detail} />}
    </QueryPage>
  );
}
