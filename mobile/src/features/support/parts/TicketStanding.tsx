import type { TicketThread } from '@loanmarket/shared-types/api';
import { useTranslation } from '@/i18n';
import { formatDay } from '@/lib/format/date';
import { Notice } from '@/ui/Notice';

/** Whose turn it is, until when. */
export function TicketStanding({ thread: { ticket, canReply, replyUntil } }: { thread: TicketThread }) {
  const { t } = useTranslation('support');
  const day = formatDay(ticket.dueOn);
  if (ticket.state === 'closed') return <Notice>{t('ticket.closedText')}</Notice>;
  if (ticket.state === 'open') return <Notice tone={ticket.late ? 'attention' : 'plain'}>{t(ticket.late ? 'ticket.late' : 'ticket.waiting', { day })}</Notice>;
  return <Notice>{canReply && replyUntil ? t('ticket.replyUntil', { day: formatDay(replyUntil) }) : t('ticket.endedText')}</Notice>;
}
