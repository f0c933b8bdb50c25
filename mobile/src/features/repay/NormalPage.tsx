import { usePayToken } from './hooks/usePayToken';
import { RequireLogin } from './parts/RequireLogin';
import { PayByLink } from './parts/PayByLink';
import { PayForm } from './parts/PayForm';
import { WhichLoan } from './parts/WhichLoan';
import { useQueryParam } from '@/lib/nav/nav';

/** /m/repay/normal: the amount due, and how much of it to pay now. A pay link opens without login. */
export default function NormalPage() {
  const orderId = useQueryParam('orderId');
  const token = usePayToken();
  if (token) return <PayByLink key={token} token={token} />;
  return <RequireLogin>{orderId ? <PayForm orderId={orderId} /> : <WhichLoan />}</RequireLogin>;
}
