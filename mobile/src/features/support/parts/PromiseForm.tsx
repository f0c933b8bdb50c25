import type { HardshipData } from '@loanmarket/shared-types/api';
import type { ReactNode } from 'react';
import { useAsk } from '../hooks/useHardship';
import { useKept } from '../hooks/useKept';
import { Started } from './Started';
import { Talk } from './Talk';
import { useTranslation } from '@/i18n';
import { formatDay } from '@/lib/format/date';
import { formatMoney } from '@/lib/format/money';
import { Button } from '@/ui/Button';
import { DateField } from '@/ui/form/DateField';
import { MoneyInput } from '@/ui/form/MoneyInput';
import { Page } from '@/ui/Page';
import { FormSkeleton } from '@/ui/Skeleton';

/** Names a day and an amount. */
export function PromiseForm({ data, head }: { data: HardshipData; head: ReactNode }) {
  const name = `promise:${data.orderId}`;
  return (
    <Started name={name} empty={{ date: '', amount: data.owed as number | null }} waiting={<Page><FormSkeleton /></Page>}>
      {(start) => <Form data={data} head={head} name={name} start={start} />}
    </Started>
  );
}

interface FormProps {
  data: HardshipData;
  head: ReactNode;
  name: string;
  start: { date: string; amount: number | null };
}

function Form({ data, head, name, start }: FormProps) {
  const { t } = useTranslation('support');
  const { firstDate, lastDate, most, currency, orderId } = data;
  const { values, change: keep, sending } = useKept(name, start);
  const { send, busy, errors, setErrors } = useAsk('support/promise', data, sending);
  const change = (part: Partial<typeof values>) => {
    setErrors({});
    keep(part);
  };
  const submit = () => {
    const wrong: Record<string, string> = {};
    if (values.date < firstDate || values.date > lastDate) wrong['date'] = t('hardship.dateRange', { from: formatDay(firstDate), to: formatDay(lastDate) });
    if (!values.amount || values.amount > most) wrong['amount'] = t('hardship.amountRange', { max: formatMoney(most, currency) });
    setErrors(wrong);
    if (Object.keys(wrong).length === 0) void send({ orderId, date: values.date, amount: values.amount ?? 0 });
  };
  return (
    <Page
      action={
        <Button busy={busy} onClick={submit}>
          {t('hardship.promiseAct')}
        </Button>
      }
    >
      <div className="stack stack-24">
        {head}
        <DateField
          label={t('hardship.date')}
          hint={t('hardship.dateHint', { to: formatDay(lastDate) })}
          name="date"
          min={firstDate}
          max={lastDate}
          value={values.date}
          error={errors['date']}
          onChange={(event) => change({ date: event.target.value })}
        />
        <MoneyInput label={t('hardship.amount')} name="amount" value={values.amount} currency={currency} error={errors['amount']} onChange={(amount) => change({ amount })} />
        <p className="text-14 quiet">{t('hardship.balance')}</p>
        <Talk />
      </div>
    </Page>
  );
}
