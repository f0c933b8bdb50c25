import { usePayToken } from './hooks/usePayToken';
import { ChooseLoan } from './parts/ChooseLoan';
import { OwnOnly } from './parts/OwnOnly';
import { PayByLink } from './parts/PayByLink';
import { PayForm } from './parts/PayForm';
import { useQueryParam } from '@/lib/nav/nav';

/** /m/repay/normal: what is due and how much of it to pay now; by pay link without login. */
export default function NormalPage() {
  const orderId = useQueryParam('orderId');
  const token = usePayToken();
  if (token) return <PayByLink token={token} />;
  return <OwnOnly>{orderId ? <PayForm orderId={orderId} /> : <ChooseLoan />}</OwnOnly>;
}
