import { usePayToken } from './hooks/usePayToken';
import { LinkMissing } from './parts/LinkMissing';
import { OwnOnly } from './parts/OwnOnly';
import { PayByLink } from './parts/PayByLink';
import { WatchedIntent } from './parts/WatchedIntent';
import { useQueryParam } from '@/app/nav';

/** /m/repay/paycode: the code first, its text under it, and a watch for the money. */
export default function PaycodePage() {
  const intentId = useQueryParam('intentId');
  const token = usePayToken();
  if (token) return <PayByLink token={token} />;
  if (!intentId) return <LinkMissing />;
  return (
    <OwnOnly>
      <WatchedIntent intentId={intentId} />
    </OwnOnly>
  );
}
