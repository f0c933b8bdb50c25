import type { Ticket } from '@loanmarket/shared-types/api';
import { memo } from 'react';
import { TicketTag } from './TicketTag';
import { useTranslation } from '@/i18n';
import { formatInstantDay } from '@/lib/format/date';
import { useNav } from '@/lib/nav/nav';
import { LinkRow } from '@/ui/LinkRow';

/** One ticket of the list. */
export const TicketRow = memo(function TicketRow({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('support');
  const nav = useNav();
  return (
    <LinkRow
      title={t(`ticket.kind.${ticket.kind}`)}
      text={`${formatInstantDay(ticket.createdAt)} · ${ticket.ticketNo}`}
      end={<TicketTag ticket={ticket} />}
      onClick={() => nav.to(`/m/customer/ticket/${ticket.ticketId}`)}
    />
  );
});
