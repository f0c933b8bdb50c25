import { HardshipOf } from './parts/HardshipOf';
import { WhichLoan } from './parts/WhichLoan';
import { useQueryParam } from '@/lib/nav/nav';

/** /m/customer/hardship?orderId=: what a borrower can ask for who cannot pay as agreed. */
export default function HardshipPage() {
  const orderId = useQueryParam('orderId');
  return orderId ? <HardshipOf orderId={orderId} /> : <WhichLoan />;
}
