import { TicketRow } from './parts/TicketRow';
import { useTranslation } from '@/i18n';
import { useApiPages } from '@/lib/api';
import { useNav } from '@/lib/nav/nav';
import { Button } from '@/ui/Button';
import { RowGroup } from '@/ui/LinkRow';
import { Page } from '@/ui/Page';
import { PagedList } from '@/ui/PagedList';
import { EmptyState } from '@/ui/states';

/** /m/customer/tickets: the borrower's messages and complaints, newest first. */
export default function TicketsPage() {
  const { t } = useTranslation('support');
  const nav = useNav();
  const pages = useApiPages('support/list', {}, 'tickets');
  const write = (
    <Button track="writeMessage" look="quiet" onClick={() => nav.to('/m/customer/online')}>
      {t('message.title')}
    </Button>
  );
  return (
    <Page refreshes>
      <div className="stack">
        <PagedList pages={pages} more={t('ticket.more')} empty={<EmptyState title={t('ticket.none')} text={t('ticket.noneText')} action={write} />}>
          {(tickets) => (
            <RowGroup>
              {tickets.map((ticket) => (
                <TicketRow key={ticket.ticketId} ticket={ticket} />
              ))}
            </RowGroup>
          )}
        </PagedList>
      </div>
    </Page>
  );
}
