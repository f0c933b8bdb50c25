import type { Ticket } from '@loanmarket/shared-types/api';
import { useTranslation } from '@/i18n';
import { Tag } from '@/ui/Tag';

/** Where a ticket stands, in a word. */
export function TicketTag({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('support');
  return <Tag tone={ticket.state === 'answered' ? 'positive' : ticket.state === 'open' ? 'attention' : 'plain'}>{t(`ticket.state.${ticket.state}`)}</Tag>;
}
