import { useExpired } from './hooks/useExpired';
import { useIntent } from './hooks/useIntent';
import { AskOther } from './parts/AskOther';
import { IntentEnded } from './parts/IntentEnded';
import { WhichLoan } from './parts/WhichLoan';
import { useQueryParam } from '@/lib/nav/nav';
import { Page } from '@/ui/Page';
import { QueryView } from '@/ui/QueryView';
import { ReceiptSkeleton } from '@/ui/Skeleton';

/** /m/repay/ask?intentId=: lets the borrower ask somebody else to pay, with a link that opens without login. */
export default function AskPage() {
  const intentId = useQueryParam('intentId');
  return intentId ? <Ask intentId={intentId} /> : <WhichLoan />;
}

function Ask({ intentId }: { intentId: string }) {
  const query = useIntent(intentId);
  const expired = useExpired(query);
  const intent = query.data;
  if ((intent?.state === 'open' && !expired) || intent?.state === 'paid') return <AskOther intent={intent} unreachable={query.isError} />;
  return (
    <Page>
      <QueryView query={query} skeleton={<ReceiptSkeleton lines={5} />}>
        {(ended) => <IntentEnded intent={ended} />}
      </QueryView>
    </Page>
  );
}
