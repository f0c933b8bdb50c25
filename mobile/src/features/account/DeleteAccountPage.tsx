import { AskDeletion } from './parts/AskDeletion';
import { DeletionRefused } from './parts/DeletionRefused';
import { DeletionWaits } from './parts/DeletionWaits';
import { useApiQuery } from '@/lib/api';
import { Page } from '@/ui/Page';
import { ReceiptSkeleton } from '@/ui/Skeleton';
import { ErrorState } from '@/ui/states';

/** /m/delAccount: what deletion means and the way to it, what stands in its way, or how to take it back. */
export default function DeleteAccountPage() {
  const query = useApiQuery('member/deleteAccount/status', {});
  const { data } = query;
  if (!data) {
    return <Page>{query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : <ReceiptSkeleton lines={6} />}</Page>;
  }
  if (data.state === 'waiting') return <DeletionWaits deletion={data} />;
  if (data.obstacles.length > 0 || data.refundPending) return <DeletionRefused deletion={data} />;
  return <AskDeletion deletion={data} />;
}
