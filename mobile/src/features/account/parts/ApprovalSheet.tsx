import type { ApprovalRequest } from '@loanmarket/shared-types/api';
import { maskDigits } from '@loanmarket/shared-types/validators';
import { useState } from 'react';
import { deviceName } from '../deviceName';
import { useTranslation } from '@/i18n';
import { useApiMutation } from '@/lib/api';
import { reloadAfterFailure } from '@/lib/api/hooks';
import { formatInstant } from '@/lib/format/date';
import { Button } from '@/ui/Button';
import { Field } from '@/ui/form/Field';
import { Sheet } from '@/ui/overlay/Sheet';
import { toast } from '@/ui/overlay/toasts';

const CODE_LENGTH = 2;

interface ApprovalSheetProps {
  request: ApprovalRequest;
  onRefused: () => void;
  onClose: () => void;
}

/**
 * A new phone requests access: shows which one, when and from where. Entering its digits approves it, and one tap
 * rejects it.
 */
export function ApprovalSheet({ request, onRefused, onClose }: ApprovalSheetProps) {
  const { t } = useTranslation('account');
  const [digits, setDigits] = useState('');
  const { approvalId } = request;
  const approve = useApiMutation('member/approval/answer', {
    toast: false,
    onSuccess: () => toast(t('newDevice.approved'), 'positive'),
    onError: async (error) => {
      setDigits('');
      if (error.details.reason === 'approval_wrong') return;
      toast(error.message, 'danger');
      await reloadAfterFailure(error, 'member/approval/pending');
    },
  });
  const refuse = useApiMutation('member/approval/answer', { onSuccess: onRefused, onError: (error) => reloadAfterFailure(error, 'member/approval/pending') });
  const submit = () => {
    if (!approve.isPending && !refuse.isPending && digits.length === CODE_LENGTH) approve.mutate({ approvalId, approve: true, digits });
  };
  const facts = [
    [t('newDevice.phone'), deviceName(request, t('devices.unknown'))],
    [t('newDevice.when'), formatInstant(request.askedAt)],
    [t('newDevice.where'), request.sameNetwork ? t('newDevice.same') : t('newDevice.other', { address: request.address })],
  ];
  return (
    <Sheet
      track="approval"
      open
      onClose={onClose}
      title={t('newDevice.title')}
      action={
        <div className="stack stack-8">
          <Button track="approveLogin" busy={approve.isPending} disabled={digits.length !== CODE_LENGTH || refuse.isPending} onClick={submit}>
            {t('newDevice.approve')}
          </Button>
          <Button track="refuseLogin" look="danger" busy={refuse.isPending} disabled={approve.isPending} onClick={() => refuse.mutate({ approvalId, approve: false })}>
            {t('newDevice.refuse')}
          </Button>
        </div>
      }
    >
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <dl className="stack stack-8">
          {facts.map(([label, value]) => (
            <div className="row" key={label}>
              <dt className="quiet text-14">{label}</dt>
              <dd className="strong">{value}</dd>
            </div>
          ))}
        </dl>
        <p className="text-14">{t('newDevice.lead')}</p>
        <Field
          label={t('newDevice.digits')}
          kind="digits"
          value={digits}
          error={approve.error?.details.reason === 'approval_wrong' ? approve.error.message : undefined}
          onChange={(event) => {
            approve.reset();
            setDigits(maskDigits(event.target.value, CODE_LENGTH));
          }}
        />
      </form>
    </Sheet>
  );
}
