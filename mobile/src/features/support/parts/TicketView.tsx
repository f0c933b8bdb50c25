import type { TicketThread } from '@loanmarket/shared-types/api';
import { useEffect, useRef, useState } from 'react';
import { ReplyForm } from './ReplyForm';
import { TicketMessages } from './TicketMessages';
import { TicketTag } from './TicketRow';
import { UnsentReply } from './UnsentReply';
import { useTranslation } from '@/i18n';
import { formatDay } from '@/lib/format/date';
import { useNav } from '@/lib/nav/nav';
import { Button } from '@/ui/Button';
import { Callout } from '@/ui/Callout';
import { Card } from '@/ui/Card';
import { CopyRow } from '@/ui/CopyRow';
import { LinkRow, RowGroup } from '@/ui/LinkRow';

interface TicketViewProps {
  thread: TicketThread;
  /** There is a draft of a reply. */
  begun: boolean;
}

/** A ticket: its state, the reply form, and the messages. */
export function TicketView({ thread, begun }: TicketViewProps) {
  const { t } = useTranslation('support');
  const nav = useNav();
  const { ticket, messages, canReply } = thread;
  const { ticketId, kind, orderId, orderNo } = ticket;
  const [reply, setReply] = useState<'begun' | 'asked' | 'sent' | null>(null);
  // An existing draft of a reply is opened immediately, and the form stays open while the borrower rewrites it.
  if (reply === null && canReply && begun) setReply('begun');
  const offer = useRef<HTMLDivElement>(null);
  const writing = reply === 'begun' || reply === 'asked';
  // The form disappears together with the focus, so the button takes it.
  useEffect(() => {
    if (reply === 'sent') offer.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [reply]);
  return (
    <div className="stack stack-24">
      <div className="row">
        <h2 className="title-20">{t(`ticket.kind.${kind}`)}</h2>
        <TicketTag ticket={ticket} />
      </div>
      <WhoseTurn thread={thread} />
      {/* Also when the ticket is closed meanwhile: the borrower may need the words for a new one. */}
      {writing && <ReplyForm ticketId={ticketId} asked={reply === 'asked'} onDone={() => setReply('sent')} />}
      {canReply && !writing && (
        <div ref={offer}>
          <Button track="reply" look="quiet" onClick={() => setReply('asked')}>
            {t('ticket.reply')}
          </Button>
        </div>
      )}
      {!canReply && reply === null && begun && <UnsentReply ticketId={ticketId} />}
      {!canReply && (
        <Button track="writeNew" look="quiet" onClick={() => nav.to(kind === 'message' ? '/m/customer/online' : '/m/customer/complain')}>
          {t('ticket.writeNew')}
        </Button>
      )}
      <TicketMessages messages={messages} />
      <Card>
        <CopyRow track="copyNumber" label={t('ticket.number')} value={ticket.ticketNo} />
      </Card>
      {orderId !== null && (
        <RowGroup>
          <LinkRow track="openOrder" title={t('ticket.loan')} text={orderNo} onClick={() => nav.to(`/m/order/detail/${orderId}`)} />
        </RowGroup>
      )}
    </div>
  );
}

/** Who has to answer next, and by when. */
function WhoseTurn({ thread: { ticket, canReply, replyUntil } }: { thread: TicketThread }) {
  const { t } = useTranslation('support');
  const day = formatDay(ticket.dueOn);
  if (ticket.state === 'closed') return <Callout>{t('ticket.closedText')}</Callout>;
  if (ticket.state === 'open') return <Callout tone={ticket.late ? 'attention' : 'plain'}>{t(ticket.late ? 'ticket.late' : 'ticket.waiting', { day })}</Callout>;
  return <Callout>{canReply && replyUntil ? t('ticket.replyUntil', { day: formatDay(replyUntil) }) : t('ticket.endedText')}</Callout>;
}
