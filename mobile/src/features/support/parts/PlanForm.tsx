import type { HardshipData } from '@loanmarket/shared-types/api';
import type { ReactNode } from 'react';
import { useAsk } from '../hooks/useHardship';
import { useKept } from '../hooks/useKept';
import { MAX_TEXT } from '../letter';
import { Started } from './Started';
import { Talk } from './Talk';
import { useTranslation } from '@/i18n';
import { formatMoney } from '@/lib/format/money';
import { Button } from '@/ui/Button';
import { MoneyInput } from '@/ui/form/MoneyInput';
import { TextArea } from '@/ui/form/TextArea';
import { Page } from '@/ui/Page';
import { FormSkeleton } from '@/ui/Skeleton';

/** Says what happened and what can be paid a month. */
export function PlanForm({ data, head }: { data: HardshipData; head: ReactNode }) {
  const name = `plan:${data.orderId}`;
  return (
    <Started name={name} empty={{ text: '', amount: null as number | null }} waiting={<Page><FormSkeleton /></Page>}>
      {(start) => <Form data={data} head={head} name={name} start={start} />}
    </Started>
  );
}

interface FormProps {
  data: HardshipData;
  head: ReactNode;
  name: string;
  start: { text: string; amount: number | null };
}

function Form({ data, head, name, start }: FormProps) {
  const { t } = useTranslation('support');
  const { most, currency, orderId } = data;
  const { values, change: keep, sending } = useKept(name, start);
  const { send, busy, errors, setErrors } = useAsk('support/plan', data, sending);
  const change = (part: Partial<typeof values>) => {
    setErrors({});
    keep(part);
  };
  const submit = () => {
    const wrong: Record<string, string> = {};
    const length = Array.from(values.text.trim()).length;
    if (length === 0) wrong['text'] = t('letter.empty');
    if (length > MAX_TEXT) wrong['text'] = t('letter.tooLong', { max: MAX_TEXT });
    if (!values.amount || values.amount > most) wrong['amount'] = t('hardship.amountRange', { max: formatMoney(most, currency) });
    setErrors(wrong);
    if (Object.keys(wrong).length === 0) void send({ orderId, text: values.text.trim(), amount: values.amount ?? 0 });
  };
  return (
    <Page
      action={
        <Button busy={busy} onClick={submit}>
          {t('hardship.planAct')}
        </Button>
      }
    >
      <div className="stack stack-24">
        {head}
        <TextArea
          label={t('hardship.text')}
          placeholder={t('hardship.textExample')}
          name="text"
          rows={5}
          maxLength={MAX_TEXT}
          value={values.text}
          error={errors['text']}
          onChange={(event) => change({ text: event.target.value })}
        />
        <MoneyInput label={t('hardship.month')} name="amount" value={values.amount} currency={currency} error={errors['amount']} onChange={(amount) => change({ amount })} />
        <p className="text-14 quiet">{t('hardship.balance')}</p>
        <Talk />
      </div>
    </Page>
  );
}
