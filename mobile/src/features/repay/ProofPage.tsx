import { useParams } from 'react-router';
import { ProofForm } from './parts/ProofForm';
import { ProofList } from './parts/ProofList';
import { useTranslation } from '@/i18n';
import { useApiQuery } from '@/lib/api';
import { Callout } from '@/ui/Callout';
import { Page } from '@/ui/Page';
import { QueryView } from '@/ui/QueryView';
import { ReceiptSkeleton } from '@/ui/Skeleton';

/** /m/repay/proofUpload/{loanId}: uploads pictures that prove a payment, and shows the state of earlier proofs. */
export default function ProofPage() {
  const { t } = useTranslation('repay');
  const { loanId: orderId } = useParams<{ loanId: string }>();
  const query = useApiQuery('repay/proofs', { orderId });
  return (
    <Page>
      <QueryView query={query} skeleton={<ReceiptSkeleton lines={5} />}>
        {({ open, proofs }) => (
          <div className="stack stack-24">
            <ProofList proofs={proofs} />
            {open ? (
              <ProofForm orderId={orderId} />
            ) : proofs.length === 0 ? (
              <Callout title={t('proof.notRunning')}>{t('proof.notRunningText')}</Callout>
            ) : (
              <Callout title={t('proof.closed')}>{t('proof.closedText')}</Callout>
            )}
          </div>
        )}
      </QueryView>
    </Page>
  );
}
