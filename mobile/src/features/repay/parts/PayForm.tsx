import type { RepayOptionsData } from '@loanmarket/shared-types/api';
import { effectOf, acceptsAmount } from '../amount';
import { usePay } from '../hooks/usePay';
import { Debt } from './Debt';
import { EffectLine } from './EffectLine';
import { WhichLoan } from './WhichLoan';
import { useTranslation } from '@/i18n';
import { useApiQuery } from '@/lib/api';
import { formatMoney } from '@/lib/format/money';
import { useEntryState } from '@/lib/nav/entryState';
import { useNav } from '@/lib/nav/nav';
import { usePrefetchPage } from '@/lib/nav/prefetchPage';
import { ProofWaiting } from '@/shared/order/ProofWaiting';
import { useBanks } from '@/shared/pay/useBanks';
import { Button } from '@/ui/Button';
import { focusFirstError } from '@/ui/form/focusError';
import { MoneyInput } from '@/ui/form/MoneyInput';
import { LinkRow, RowGroup } from '@/ui/LinkRow';
import { Page } from '@/ui/Page';
import { QueryView } from '@/ui/QueryView';
import { ReceiptSkeleton } from '@/ui/Skeleton';
import { StateView } from '@/ui/states';
import { PaidPicture } from '@/ui/pictures';

/** The amount, prefilled with the amount that settles the loan today, and the payment methods. */
export function PayForm({ orderId }: { orderId: string }) {
  const { t } = useTranslation(['repay', 'order']);
  const nav = useNav();
  const query = useApiQuery('repay/options', { orderId });
  // The order is an offer or does not exist, so there is nothing to pay.
  if (query.error?.status === 404) return <WhichLoan />;
  // The key resets the form after a payment, because its input was for the previous debt.
  if (query.data && query.data.dueNow > 0) return <Form key={`${orderId}/${query.data.repaid}`} options={query.data} />;
  return (
    <Page>
      <QueryView query={query} skeleton={<ReceiptSkeleton lines={6} />}>
        {() => <StateView picture={<PaidPicture />} title={t('order:detail.repaidAll')} action={<Button track="openOrder" onClick={() => nav.replace(`/m/order/detail/${orderId}`)}>{t('repay:receipt.loan')}</Button>} />}
      </QueryView>
    </Page>
  );
}

function Form({ options }: { options: RepayOptionsData }) {
  const { t } = useTranslation('repay');
  const { orderId, repaid, dueNow, currency, methods } = options;
  const [typed, setTyped] = useEntryState<number | null | undefined>(`repay/${orderId}/${repaid}`, undefined);
  // While the field is untouched, the amount follows the debt, which grows overnight.
  const amount = typed === undefined ? dueNow : typed;
  const pay = usePay(options);
  // This also covers the page with codes.
  usePrefetchPage('/m/repay/paybank');
  const effect = effectOf(amount, dueNow);
  const byCode = amount !== null && acceptsAmount(options, 'paycode', amount);
  // The server offers no payment code if the region has none or the debt is below its minimum.
  const code = methods.find(({ method }) => method === 'paycode');
  // Their apps are listed beside a code.
  useBanks({ enabled: code !== undefined });
  const none = effect === 'none';
  const more = effect === 'more';
  const codeFirst = byCode || (none && code !== undefined);

  return (
    <Page
      action={
        <>
          {codeFirst && (
            <Button track="payByCode" disabled={none || more} busy={pay.busy === 'paycode'} onClick={() => amount !== null && pay.by('paycode', amount)}>
              {t('options.paycode')}
            </Button>
          )}
          <Button track="payByTransfer" look={codeFirst ? 'quiet' : 'primary'} disabled={none || more} busy={pay.busy === 'paybank'} onClick={() => amount !== null && pay.by('paybank', amount)}>
            {t('options.paybank')}
          </Button>
        </>
      }
    >
      <div className="stack stack-24">
        <ProofWaiting since={options.proofWaitingSince} />
        <div className="stack stack-8">
          <MoneyInput
            label={t('options.amount')}
            name="amount"
            value={amount}
            onChange={setTyped}
            currency={currency}
            error={none ? t('options.enter') : more ? t('options.more', { max: formatMoney(dueNow, currency) }) : undefined}
            hint={code && !none && !byCode ? t('options.minimum', { min: formatMoney(code.minAmount, currency) }) : undefined}
          />
          <EffectLine effect={effect} amount={amount ?? 0} options={options} />
          {effect !== 'all' && (
            <Button track="payAll" look="text" onClick={() => setTyped(undefined)}>
              {t('options.all', { amount: formatMoney(dueNow, currency) })}
            </Button>
          )}
        </div>
        <RowGroup>
          <LinkRow track="askOther" title={t('ask.title')} text={t('ask.row')} busy={pay.busy === 'ask'} onClick={() => (amount === null || none || more ? focusFirstError() : pay.by('ask', amount))} />
        </RowGroup>
        <Debt options={options} />
      </div>
    </Page>
  );
}
