import type { Ticket } from '@loanmarket/shared-types/api';
import { memo } from 'react';
import { useTranslation } from '@/i18n';
import { formatInstantDay } from '@/lib/format/date';
import { useNav } from '@/lib/nav/nav';
import { Facts } from '@/ui/Facts';
import { LinkRow } from '@/ui/LinkRow';
import { Tag } from '@/ui/Tag';

/** One ticket of the list. */
export const TicketRow = memo(function TicketRow({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('support');
  const nav = useNav();
  return (
    <LinkRow
      track="openTicket"
      title={t(`ticket.kind.${ticket.kind}`)}
      text={<Facts facts={[formatInstantDay(ticket.createdAt), ticket.ticketNo]} />}
      end={<TicketTag ticket={ticket} />}
      onClick={() => nav.to(`/m/customer/ticket/${ticket.ticketId}`)}
    />
  );
});

/** The state of a ticket as a tag. */
export function TicketTag({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('support');
  return <Tag tone={ticket.state === 'answered' ? 'positive' : 'plain'}>{t(`ticket.state.${ticket.state}`)}</Tag>;
}
