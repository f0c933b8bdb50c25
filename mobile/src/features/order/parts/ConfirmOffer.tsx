import type { OrderDetailData } from '@loanmarket/shared-types/api';
import { SmsType } from '@loanmarket/shared-types/enums';
import { useConfirm } from '../hooks/useConfirm';
import { useTranslation } from '@/i18n';
import { ContractSheet } from '@/shared/loan/ContractSheet';
import { StepUpCode } from '@/shared/smsCode/StepUpCode';
import { Button } from '@/ui/Button';

/** "Agree to lend": shows the final contract, then asks for a fresh code. */
export function ConfirmOffer({ detail }: { detail: OrderDetailData }) {
  const { t } = useTranslation('order');
  const { step, contract, start, close, accept, confirm, done } = useConfirm(detail);
  return (
    <>
      <Button track="readContract" onClick={start}>{t('offer.read')}</Button>
      <ContractSheet open={step === 'contract'} contract={contract} onClose={close} onAccept={accept} />
      <StepUpCode open={step === 'code'} type={SmsType.confirmLoan} onClose={close} onCode={confirm} onDone={done} />
    </>
  );
}
