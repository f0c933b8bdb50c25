import { useState } from 'react';
import { useTranslation } from '@/i18n';
import { useApiMutation } from '@/lib/api';
import { Button } from '@/ui/Button';
import { focusFirstError } from '@/ui/form/focusError';
import { TextArea } from '@/ui/form/TextArea';
import { Notice } from '@/ui/Notice';
import { toast } from '@/ui/overlay/toasts';
import { PictureList } from '@/ui/photo/PictureList';
import { isWaiting } from '@/ui/photo/queue';

const MAX_PICTURES = 3;
const MAX_NOTE = 300;

interface ProofFormProps {
  orderId: string;
}

/** One to three pictures, the next asked for when one is there, and a note. What failed to be sent stays. */
export function ProofForm({ orderId }: ProofFormProps) {
  const { t } = useTranslation(['repay', 'common']);
  const [round, setRound] = useState(0);
  const [fileIds, setFileIds] = useState<readonly string[]>([]);
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState(false);
  const send = useApiMutation('repay/proof', {
    onSuccess: () => {
      toast(t('repay:proof.sent'), 'positive');
      setFileIds([]);
      setNote('');
      setRound((before) => before + 1);
    },
  });
  const owner = `proof:${orderId}`;
  const submit = () => {
    if (isWaiting(owner)) {
      toast(t('common:photo.waiting'), 'danger');
      return;
    }
    setMissing(fileIds.length === 0);
    if (fileIds.length === 0) focusFirstError();
    else send.mutate({ orderId, fileIds: [...fileIds], note: note.trim() });
  };
  return (
    <div className="stack">
      <p>{t('repay:proof.intro')}</p>
      <Notice>{t('repay:proof.noEffect')}</Notice>
      <PictureList
        // Another round begins with empty fields.
        key={`${owner}/${round}`}
        owner={owner}
        kind="proof"
        most={MAX_PICTURES}
        fileIds={fileIds}
        onChange={setFileIds}
        label={(number) => t('repay:proof.picture', { number })}
        hint={t('repay:proof.pictureHint')}
        error={missing && fileIds.length === 0 ? t('repay:proof.needPicture') : undefined}
      />
      <TextArea key={round} label={t('repay:proof.note')} hint={t('repay:proof.noteHint')} optional maxLength={MAX_NOTE} name="note" value={note} onChange={(event) => setNote(event.target.value)} />
      <Button busy={send.isPending} onClick={submit}>
        {t('repay:proof.send')}
      </Button>
    </div>
  );
}
