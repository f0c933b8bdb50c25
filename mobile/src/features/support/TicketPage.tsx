import { useParams } from 'react-router';
import { TicketView } from './parts/TicketView';
import { useApiQuery } from '@/lib/api';
import { Page } from '@/ui/Page';
import { QueryView } from '@/ui/QueryView';
import { ListSkeleton } from '@/ui/Skeleton';

/** /m/customer/ticket/{ticketId}: the messages of a ticket, its state, and a reply form. */
export default function TicketPage() {
  const { ticketId } = useParams<{ ticketId: string }>();
  const query = useApiQuery('support/detail', { ticketId });
  return (
    <Page>
      <QueryView query={query} skeleton={<ListSkeleton count={2} />}>
        {(thread) => <TicketView thread={thread} />}
      </QueryView>
    </Page>
  );
}
