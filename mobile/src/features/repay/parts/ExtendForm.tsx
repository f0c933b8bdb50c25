import type { ExtendQuoteData } from '@loanmarket/shared-types/api';
import { useState } from 'react';
import type { Extension, FeePayment } from '../hooks/useExtend';
import { ExtendActions } from './ExtendActions';
import { ExtendCost } from './ExtendCost';
import { useTranslation } from '@/i18n';
import { formatDay } from '@/lib/format/date';
import { formatMoney } from '@/lib/format/money';
import { ProofWaiting } from '@/shared/order/ProofWaiting';
import { Callout } from '@/ui/Callout';
import { CheckRow } from '@/ui/form/CheckRow';
import { ChoiceRows } from '@/ui/form/ChoiceRows';
import { focusFirstError } from '@/ui/form/focusError';
import { Page } from '@/ui/Page';

interface ExtendFormProps {
  quote: ExtendQuoteData;
  extension: Extension;
}

/** Selects the length of the extension and how the fee is paid, shows the cost, and asks for the borrower's consent. */
export function ExtendForm({ quote, extension: { start, busy, refused } }: ExtendFormProps) {
  const { t } = useTranslation('repay');
  const { choices, currency, dueDate, today, timesUsed, timesMax, paidAllowed, unpaidAllowed, proofWaitingSince } = quote;
  const [times, setTimes] = useState<number | null>(null);
  const [paid, setPaid] = useState<boolean | null>(null);
  const [agreedTo, setAgreedTo] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const choice = choices.find((one) => one.times === times) ?? choices[0];
  if (!choice) return null;
  const now = paidAllowed && (paid ?? true);
  // The quote may be reloaded while it is shown, and a rejection means that the figures have changed. New figures need
  // a new consent.
  const terms = [choice.times, choice.fee, choice.newDueDate, choice.digest, now, refused].join('/');
  const agreed = agreedTo === terms;
  const setAgreed = (yes: boolean) => setAgreedTo(yes ? terms : null);
  const money = (amount: number) => formatMoney(amount, currency);
  // The consent was given to other figures.
  const choose = (change: () => void) => {
    setAgreed(false);
    change();
  };
  const act = (payment: FeePayment) => {
    setMissing(!agreed);
    if (agreed) start(choice, payment);
    else focusFirstError();
  };
  return (
    <Page action={<ExtendActions quote={quote} choice={choice} paid={now} busy={busy} onAct={act} />}>
      <div className="stack stack-24">
        <ProofWaiting since={proofWaitingSince} />
        <div className="stack stack-8">
          <p className="strong">{t('extend.now', { day: formatDay(dueDate) })}</p>
          <p className="text-14 quiet">{t('extend.used', { used: timesUsed, max: timesMax })}</p>
        </div>
        {choices.length > 1 && (
          <ChoiceRows
            label={t('extend.choose')}
            value={choice.times}
            onChange={(value) => choose(() => setTimes(value))}
            choices={choices.map((one) => ({ value: one.times, label: t('extend.days', { count: one.days }), text: t('extend.until', { day: formatDay(one.newDueDate), fee: money(one.fee) }) }))}
          />
        )}
        <ExtendCost choice={choice} currency={currency} paid={now} />
        {today > dueDate && <Callout>{t('extend.overdue')}</Callout>}
        {paidAllowed && unpaidAllowed && (
          <ChoiceRows
            label={t('extend.how')}
            value={now ? 'paid' : 'unpaid'}
            onChange={(value) => choose(() => setPaid(value === 'paid'))}
            choices={[
              { value: 'paid', label: t('extend.paid'), text: t('extend.paidText') },
              { value: 'unpaid', label: t('extend.unpaid'), text: t('extend.unpaidText') },
            ]}
          />
        )}
        {!unpaidAllowed && <Callout>{t('extend.paidText')}</Callout>}
        {!paidAllowed && <Callout>{t('extend.free')}</Callout>}
        <CheckRow
          checked={agreed}
          error={missing && !agreed ? t('extend.agreeFirst') : undefined}
          onChange={(event) => setAgreed(event.target.checked)}
        >
          {t('extend.agree', { day: formatDay(choice.newDueDate), fee: money(choice.fee) })}
        </CheckRow>
      </div>
    </Page>
  );
}
