import { AskDeletion } from './parts/AskDeletion';
import { DeletionRefused } from './parts/DeletionRefused';
import { DeletionWaits } from './parts/DeletionWaits';
import { useApiQuery } from '@/lib/api';
import { QueryPage } from '@/ui/QueryView';
import { ReceiptSkeleton } from '@/ui/Skeleton';

/**
 * /m/delAccount: explains the deletion and starts it, shows what prevents it, or lets the borrower withdraw a pending
 * request.
 */
export default function DeleteAccountPage() {
  const query = useApiQuery('member/deleteAccount/status', {});
  return (
    <QueryPage query={query} skeleton={<ReceiptSkeleton lines={6} />}>
      {(deletion) => {
        if (deletion.state === 'waiting') return <DeletionWaits deletion={deletion} />;
        const { obstacles, refundPending, reversalPending, proofPending } = deletion;
        if (obstacles.length > 0 || refundPending || reversalPending || proofPending) return <DeletionRefused deletion={deletion} />;
        return <AskDeletion deletion={deletion} />;
      }}
    </QueryPage>
  );
}
