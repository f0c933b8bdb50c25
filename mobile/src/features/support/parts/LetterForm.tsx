import { MAX_MESSAGE } from '@loanmarket/shared-types/validators';
import { useLetter } from '../hooks/useLetter';
import { emptyLetter, type Letter } from '../letter';
import { OrderField } from './OrderField';
import { Screenshots } from './Screenshots';
import { Started } from './Started';
import { useTranslation } from '@/i18n';
import { Button } from '@/ui/Button';
import { TextArea } from '@/ui/form/TextArea';
import { Page } from '@/ui/Page';

interface LetterFormProps {
  kind: 'message' | 'complaint';
  /** The loan that a complaint begins with. */
  orderId?: string;
}

/** A message or a complaint: text, images, and for a complaint the loan it is about. */
export function LetterForm({ kind, orderId }: LetterFormProps) {
  return (
    <Started name={kind} empty={emptyLetter} whole>
      {(start) => <Form kind={kind} start={{ ...start, ...(orderId ? { orderId } : {}) }} />}
    </Started>
  );
}

function Form({ kind, start }: { kind: 'message' | 'complaint'; start: Letter }) {
  const { t } = useTranslation('support');
  const { letter, change, error, busy, send } = useLetter(kind, start);
  return (
    <Page
      action={
        <Button track="sendLetter" busy={busy} onClick={() => void send()}>
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
        {kind === 'complaint' && <OrderField value={letter.orderId} onChange={(id) => change({ orderId: id })} />}
        <TextArea
          label={t(kind === 'message' ? 'message.text' : 'complaint.text')}
          placeholder={t(kind === 'message' ? 'message.example' : 'complaint.example')}
          name="text"
          rows={6}
          maxLength={MAX_MESSAGE}
          value={letter.text}
          readOnly={busy}
          error={error}
          onChange={(event) => change({ text: event.target.value })}
        />
        <Screenshots draft={kind} fileIds={letter.fileIds} onChange={(fileIds) => change({ fileIds })} />
      </form>
    </Page>
  );
}
