import type { HardshipData } from '@loanmarket/shared-types/api';
import { MAX_MESSAGE } from '@loanmarket/shared-types/validators';
import type { ReactNode } from 'react';
import { wrongText } from '../ticketForm';
import { HardshipForm } from './HardshipForm';
import { useTranslation } from '@/i18n';
import { TextArea } from '@/ui/form/TextArea';

/** The name of the draft of an order's plan. */
export const planDraft = (orderId: string) => `plan:${orderId}`;

/** Requests a payment plan: what happened, and what the borrower can pay per month. */
export function PlanForm({ data, head }: { data: HardshipData; head: ReactNode }) {
  const { t } = useTranslation('support');
  return (
    <HardshipForm
      path="support/plan"
      data={data}
      head={head}
      name={planDraft(data.orderId)}
      empty={{ text: '', amount: null as number | null }}
      amountLabel={t('hardship.month')}
      act={t('hardship.planAct')}
      check={({ text }) => ({ text: wrongText(text) })}
      body={({ text }) => ({ text: text.trim() })}
    >
      {({ text }, errors, change, busy) => (
        <TextArea
          label={t('hardship.text')}
          placeholder={t('hardship.textExample')}
          name="text"
          rows={5}
          maxLength={MAX_MESSAGE}
          value={text}
          readOnly={busy}
          error={errors['text']}
          onChange={(event) => change({ text: event.target.value })}
        />
      )}
    </HardshipForm>
  );
}
