import { SmsType } from '@loanmarket/shared-types/enums';
import { useAddCard } from '../hooks/useAddCard';
import { BankInfo } from './BankInfo';
import { CardFaceCheck } from './CardFaceCheck';
import { useTranslation } from '@/i18n';
import { useMember } from '@/lib/member';
import { StepUpCode } from '@/shared/smsCode/StepUpCode';
import { TopicFormPage } from '@/shared/verify/TopicFormPage';
import type { TopicDetail } from '@/shared/verify/useTopic';
import { Callout } from '@/ui/Callout';

/** The form for a new bank card, and the SMS code required for every card after the first. */
export function AddCardForm({ detail, first }: { detail: TopicDetail; first: boolean }) {
  const { t } = useTranslation('bankcard');
  const { state, codeAsked, closeCode, codeRight, faceAsked, faceDone } = useAddCard(detail);
  const holder = useMember().data?.name ?? '';
  // Shown in place of the form, which keeps its input.
  if (faceAsked) return <CardFaceCheck onDone={faceDone} />;
  return (
    <>
      <TopicFormPage topic="bankcard" detail={{ ...detail, state: 'todo' }} state={state}>
        <Callout title={t('add.holder', { name: holder })}>{t('add.holderText')}</Callout>
        <BankInfo form={state.form} />
        {!first && <p className="text-14 quiet">{t('add.codeNext')}</p>}
      </TopicFormPage>
      <StepUpCode open={codeAsked} type={SmsType.bankCard} onClose={closeCode} onDone={codeRight} />
    </>
  );
}
