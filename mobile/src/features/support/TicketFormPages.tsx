import { TicketForm } from './parts/TicketForm';
import { useQueryParam } from '@/lib/nav/nav';

/** /m/customer/online: leave a message. */
export const OnlinePage = () => <TicketForm kind="message" />;

/** /m/customer/complain: a complaint, about one of the own loans (`orderId`) or none. */
export function ComplainPage() {
  const orderId = useQueryParam('orderId') ?? '';
  return <TicketForm key={orderId} kind="complaint" orderId={orderId} />;
}
