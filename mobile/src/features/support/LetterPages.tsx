import { LetterForm } from './parts/LetterForm';
import { useQueryParam } from '@/lib/nav/nav';

/** /m/customer/online: leave a message. */
export const OnlinePage = () => <LetterForm kind="message" />;

/** /m/customer/complain: a complaint, about one of the own loans (`orderId`) or none. */
export function ComplainPage() {
  const orderId = useQueryParam('orderId') ?? '';
  return <LetterForm key={orderId} kind="complaint" orderId={orderId} />;
}
