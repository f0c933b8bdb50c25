import { TicketForm } from './parts/TicketForm';
import { useQueryParam } from '@/lib/nav/nav';

/** /m/customer/online: sends a message. */
export const OnlinePage = () => <TicketForm kind="message" />;

/** /m/customer/complain: sends a complaint, about one of the borrower's loans (`orderId`) or none. */
export function ComplainPage() {
  const orderId = useQueryParam('orderId') ?? '';
  return <TicketForm key={orderId} kind="complaint" orderId={orderId} />;
}
