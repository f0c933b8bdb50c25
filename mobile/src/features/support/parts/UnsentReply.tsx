import { replyDraft } from '../hooks/useReply';
import { emptyTicket } from '../ticketForm';
import { WithDraft } from './WithDraft';
import { useTranslation } from '@/i18n';
import { Card } from '@/ui/Card';
import { CopyRow } from '@/ui/CopyRow';

/** The text of a reply that was begun to a ticket that takes none any more: the borrower may need it for a new one. */
export function UnsentReply({ ticketId }: { ticketId: string }) {
  const { t } = useTranslation('support');
  return (
    <WithDraft name={replyDraft(ticketId)} empty={emptyTicket}>
      {({ text }) =>
        text.trim() !== '' && (
          <Card>
            <CopyRow track="copyUnsentReply" label={t('ticket.unsent')} value={text} />
          </Card>
        )
      }
    </WithDraft>
  );
}
