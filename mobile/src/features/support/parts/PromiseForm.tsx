import type { HardshipData } from '@loanmarket/shared-types/api';
import type { ReactNode } from 'react';
import { HardshipForm } from './HardshipForm';
import { useTranslation } from '@/i18n';
import { formatDay } from '@/lib/format/date';
import { DateField } from '@/ui/form/DateField';

/** The name of the draft of an order's promise. */
export const promiseDraft = (orderId: string) => `promise:${orderId}`;

/** Promises to pay an amount by a date. */
export function PromiseForm({ data, head }: { data: HardshipData; head: ReactNode }) {
  const { t } = useTranslation('support');
  const { firstDate, lastDate } = data;
  return (
    <HardshipForm
      path="support/promise"
      data={data}
      head={head}
      name={promiseDraft(data.orderId)}
      empty={{ date: '', amount: data.owed as number | null }}
      amountLabel={t('hardship.amount')}
      act={t('hardship.promiseAct')}
      check={({ date }) => ({ date: date < firstDate || date > lastDate ? t('hardship.dateRange', { from: formatDay(firstDate), to: formatDay(lastDate) }) : undefined })}
      body={({ date }) => ({ date })}
    >
      {({ date }, errors, change, busy) => (
        <DateField
          label={t('hardship.date')}
          hint={t('hardship.dateHint', { to: formatDay(lastDate) })}
          name="date"
          min={firstDate}
          max={lastDate}
          value={date}
          readOnly={busy}
          error={errors['date']}
          onChange={(event) => change({ date: event.target.value })}
        />
      )}
    </HardshipForm>
  );
}
