import { MAX_MESSAGE } from '@loanmarket/shared-types/validators';
import { useEffect, useRef } from 'react';
import { replyDraft, useReply } from '../hooks/useReply';
import { emptyTicket, type TicketValues } from '../ticketForm';
import { Screenshots } from './Screenshots';
import { WithDraft } from './WithDraft';
import { useTranslation } from '@/i18n';
import { Button } from '@/ui/Button';
import { TextArea } from '@/ui/form/TextArea';
import { Section } from '@/ui/Section';

interface ReplyFormProps {
  ticketId: string;
  /** The form was opened with a button, whose focus it takes over. */
  asked: boolean;
  onDone: () => void;
}

/** A reply with text and images to an open ticket. */
export function ReplyForm(props: ReplyFormProps) {
  return (
    <WithDraft name={replyDraft(props.ticketId)} empty={emptyTicket}>
      {(start) => <Form {...props} start={start} />}
    </WithDraft>
  );
}

function Form({ ticketId, asked, onDone, start }: ReplyFormProps & { start: TicketValues }) {
  const { t } = useTranslation('support');
  const form = useRef<HTMLFormElement>(null);
  const { values, change, error, busy, send } = useReply(ticketId, start, onDone);

  useEffect(() => {
    if (asked) form.current?.querySelector('textarea')?.focus();
  }, [asked]);

  return (
    <Section title={t('ticket.reply')}>
      <form
        ref={form}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <TextArea
          label={t('ticket.replyText')}
          name="text"
          rows={4}
          maxLength={MAX_MESSAGE}
          value={values.text}
          readOnly={busy}
          error={error}
          onChange={(event) => change({ text: event.target.value })}
        />
        <Screenshots draft={replyDraft(ticketId)} fileIds={values.fileIds} onChange={(fileIds) => change({ fileIds })} />
        <Button track="sendReply" busy={busy} onClick={() => void send()}>
          {t('ticket.replySend')}
        </Button>
      </form>
    </Section>
  );
}
