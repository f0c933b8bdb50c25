import { usePayToken } from './hooks/usePayToken';
import { ChooseLoan } from './parts/ChooseLoan';
import { LinkMissing } from './parts/LinkMissing';
import { PayByLink } from './parts/PayByLink';
import { PayForm } from './parts/PayForm';
import { useQueryParam } from '@/app/nav';
import { useSession } from '@/lib/useSession';

/** /m/repay/normal: what is due and how much of it to pay now; by pay link without login. */
export default function NormalPage() {
  const orderId = useQueryParam('orderId');
  const token = usePayToken();
  const { loggedIn } = useSession();
  if (token) return <PayByLink token={token} />;
  if (!loggedIn) return <LinkMissing />;
  return orderId ? <PayForm orderId={orderId} /> : <ChooseLoan />;
}
