import { useState } from 'react';
import { useTranslation } from '@/i18n';
import { useApiMutation } from '@/lib/api';
import { Button } from '@/ui/Button';
import { TextArea } from '@/ui/form/TextArea';
import { Notice } from '@/ui/Notice';
import { toast } from '@/ui/overlay/toasts';
import { PhotoField } from '@/ui/photo/PhotoField';

const MAX_PICTURES = 3;
const MAX_NOTE = 300;

interface ProofFormProps {
  orderId: string;
  onSent: () => void;
}

/** One to three pictures, the next asked for when one is there, and a note. What failed to be sent stays. */
export function ProofForm({ orderId, onSent }: ProofFormProps) {
  const { t } = useTranslation('repay');
  const [round, setRound] = useState(0);
  const [pictures, setPictures] = useState<readonly (string | null)[]>([null]);
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState(false);
  const send = useApiMutation('repay/proof', {
    onSuccess: () => {
      toast(t('proof.sent'), 'positive');
      setPictures([null]);
      setNote('');
      setRound(round + 1);
      onSent();
    },
  });
  const fileIds = pictures.filter((id): id is string => id !== null);
  const set = (at: number, id: string | null) =>
    setPictures((before) => {
      const after = before.map((other, n) => (n === at ? id : other));
      return after.every(Boolean) && after.length < MAX_PICTURES ? [...after, null] : after;
    });
  const submit = () => {
    setMissing(fileIds.length === 0);
    if (fileIds.length > 0) send.mutate({ orderId, fileIds, note: note.trim() });
  };
  return (
    <div className="stack">
      <p>{t('proof.intro')}</p>
      <Notice>{t('proof.noEffect')}</Notice>
      {pictures.map((id, n) => (
        <PhotoField
          // Another round begins with empty fields.
          key={`${round}/${n}`}
          label={t('proof.picture', { number: n + 1 })}
          hint={t('proof.pictureHint')}
          kind="proof"
          source="any"
          value={id}
          onChange={(next) => set(n, next)}
          error={missing && n === 0 && fileIds.length === 0 ? t('proof.needPicture') : undefined}
        />
      ))}
      <TextArea key={round} label={t('proof.note')} hint={t('proof.noteHint')} optional maxLength={MAX_NOTE} name="note" value={note} onChange={(event) => setNote(event.target.value)} />
      <Button busy={send.isPending} onClick={submit}>
        {t('proof.send')}
      </Button>
    </div>
  );
}
