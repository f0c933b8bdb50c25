import type { TicketMessage } from '@loanmarket/shared-types/api';
import styles from './Ticket.module.css';
import { OwnImage } from './OwnImage';
import { useTranslation } from '@/i18n';
import { formatInstant } from '@/lib/format/date';
import { Card } from '@/ui/Card';

/**
 * The messages of a ticket, newest first, because that is what the borrower came for. Support's messages are
 * highlighted.
 */
export function TicketMessages({ messages }: { messages: readonly TicketMessage[] }) {
  const { t } = useTranslation('support');
  const newest = [...messages].reverse();
  return (
    <ol className={styles.thread}>
      {newest.map(({ messageId, author, text, fileIds, at }) => (
        <li key={messageId}>
          <Card tone={author === 'support' ? 'brand' : 'plain'}>
            <div className="stack stack-8">
              <p className="row">
                <span className="title-16">{t(`ticket.author.${author}`)}</span>
                <span className="text-14 quiet">{formatInstant(at)}</span>
              </p>
              <p className={styles.words}>{text}</p>
              {fileIds.map((id, index) => (
                <OwnImage key={id} fileId={id} alt={t('ticket.image', { index: index + 1 })} />
              ))}
            </div>
          </Card>
        </li>
      ))}
    </ol>
  );
}
