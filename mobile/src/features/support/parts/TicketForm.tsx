import { MAX_MESSAGE } from '@loanmarket/shared-types/validators';
import { useTicketForm } from '../hooks/useTicketForm';
import { emptyTicket, type TicketValues } from '../ticketForm';
import { OrderField } from './OrderField';
import { Screenshots } from './Screenshots';
import { WithDraft } from './WithDraft';
import { useTranslation } from '@/i18n';
import { Button } from '@/ui/Button';
import { TextArea } from '@/ui/form/TextArea';
import { Page } from '@/ui/Page';

interface TicketFormProps {
  kind: 'message' | 'complaint';
  /** The preselected loan of a complaint. */
  orderId?: string;
}

/** A message or a complaint: text, images, and for a complaint the loan. */
export function TicketForm({ kind, orderId }: TicketFormProps) {
  return (
    <WithDraft name={kind} empty={emptyTicket} whole>
      {(start) => <Form kind={kind} start={{ ...start, ...(orderId ? { orderId } : {}) }} />}
    </WithDraft>
  );
}

function Form({ kind, start }: { kind: 'message' | 'complaint'; start: TicketValues }) {
  const { t } = useTranslation('support');
  const { values, change, error, busy, send } = useTicketForm(kind, start);
  return (
    <Page
      action={
        <Button track="sendTicket" busy={busy} onClick={() => void send()}>
          {t(kind === 'message' ? 'message.send' : 'complaint.send')}
        </Button>
      }
    >
      <form
        className="stack stack-24"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <p className="quiet">{t(kind === 'message' ? 'message.intro' : 'complaint.intro')}</p>
        {kind === 'complaint' && <OrderField value={values.orderId} onChange={(id) => change({ orderId: id })} />}
        <TextArea
          label={t(kind === 'message' ? 'message.text' : 'complaint.text')}
          placeholder={t(kind === 'message' ? 'message.example' : 'complaint.example')}
          name="text"
          rows={6}
          maxLength={MAX_MESSAGE}
          value={values.text}
          readOnly={busy}
          error={error}
          onChange={(event) => change({ text: event.target.value })}
        />
        <Screenshots draft={kind} fileIds={values.fileIds} onChange={(fileIds) => change({ fileIds })} />
      </form>
    </Page>
  );
}
