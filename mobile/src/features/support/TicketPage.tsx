import { useRef } from 'react';
import { useParams } from 'react-router';
import { replyDraft } from './hooks/useReply';
import { useDraftTypedAt } from './hooks/useSupportDraft';
import { TicketView } from './parts/TicketView';
import { useApiQuery } from '@/lib/api';
import { Page } from '@/ui/Page';
import { combineAnswers, QueryView } from '@/ui/QueryView';
import { ListSkeleton } from '@/ui/Skeleton';

/** /m/customer/ticket/{ticketId}: the messages of a ticket, its state, and a reply form. */
export default function TicketPage() {
  const { ticketId } = useParams<{ ticketId: string }>();
  const query = useApiQuery('support/detail', { ticketId });
  // Waited for, because the form would push the messages down. Only the first answer counts: a sent reply has no draft any more.
  const draft = useDraftTypedAt(replyDraft(ticketId));
  const typedAt = useRef<number>();
  if (!draft.error) typedAt.current ??= draft.data;
  return (
    <Page>
      <QueryView query={combineAnswers({ thread: query, typedAt: { ...draft, data: typedAt.current ?? draft.data } })} skeleton={<ListSkeleton count={2} />}>
        {(page) => <TicketView thread={page.thread} begun={page.typedAt > -Infinity} />}
      </QueryView>
    </Page>
  );
}
