import { textLength } from '@loanmarket/shared-types/validators';
import { useState } from 'react';
import { proofOwner, useProof } from '../hooks/useProof';
import { useTranslation } from '@/i18n';
import { Button } from '@/ui/Button';
import { Callout } from '@/ui/Callout';
import { focusFirstError } from '@/ui/form/focusError';
import { TextArea } from '@/ui/form/TextArea';
import { toast } from '@/ui/overlay/toasts';
import { PictureList } from '@/ui/photo/PictureList';
import { isWaiting } from '@/ui/photo/queue';
import { FormSkeleton } from '@/ui/Skeleton';

const MAX_PICTURES = 3;
const MAX_NOTE = 300;

interface ProofFormProps {
  orderId: string;
}

/**
 * One to three pictures and a note; the next picture field appears when one is filled. Unsent input is kept when the
 * page is left.
 */
export function ProofForm({ orderId }: ProofFormProps) {
  const { t } = useTranslation(['repay', 'common']);
  const { proof, round, change, send, sending } = useProof(orderId, () => toast(t('repay:proof.sent'), 'positive'));
  /** Errors are shown after an attempt to send. */
  const [checked, setChecked] = useState(false);
  if (proof === null) return <FormSkeleton />;
  const { fileIds, note } = proof;
  const owner = proofOwner(orderId);
  const noPicture = fileIds.length === 0;
  const tooLong = textLength(note.trim()) > MAX_NOTE;
  const submit = () => {
    if (isWaiting(owner)) {
      toast(t('common:photo.waiting'), 'danger');
      return;
    }
    setChecked(noPicture || tooLong);
    if (noPicture || tooLong) focusFirstError();
    else send();
  };
  return (
    <div className="stack">
      <p>{t('repay:proof.intro')}</p>
      <Callout>{t('repay:proof.noEffect')}</Callout>
      <PictureList
        // A new round starts with empty fields.
        key={`${owner}/${round}`}
        owner={owner}
        kind="proof"
        most={MAX_PICTURES}
        fileIds={fileIds}
        onChange={(chosen) => change({ fileIds: chosen })}
        required
        hint={t('repay:proof.pictureHint')}
        error={checked && noPicture ? t('repay:proof.needPicture') : undefined}
      />
      <TextArea
        key={round}
        label={t('repay:proof.note')}
        hint={t('repay:proof.noteHint')}
        optional
        maxLength={MAX_NOTE}
        name="note"
        value={note}
        error={checked && tooLong ? t('repay:proof.noteTooLong', { max: MAX_NOTE }) : undefined}
        onChange={(event) => change({ note: event.target.value })}
      />
      <Button track="sendProof" busy={sending} onClick={submit}>
        {t('repay:proof.send')}
      </Button>
    </div>
  );
}
