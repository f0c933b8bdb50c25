import type { ExtendChoice, ExtendQuoteData } from '@loanmarket/shared-types/api';
import type { FeePayment } from '../hooks/useExtend';
import { useTranslation } from '@/i18n';
import { formatDay } from '@/lib/format/date';
import { formatMoney } from '@/lib/format/money';
import { Button } from '@/ui/Button';

interface ExtendActionsProps {
  quote: ExtendQuoteData;
  choice: ExtendChoice;
  paid: boolean;
  busy: FeePayment | null;
  onAct: (payment: FeePayment) => void;
}

/** The buttons to pay the fee by code or by transfer, or to extend immediately. */
export function ExtendActions({ quote: { paycodeMin, currency }, choice, paid, busy, onAct }: ExtendActionsProps) {
  const { t } = useTranslation('repay');
  if (!paid) {
    return (
      <Button track="extend" busy={busy === 'unpaid'} onClick={() => onAct('unpaid')}>
        {t('extend.confirm', { day: formatDay(choice.newDueDate) })}
      </Button>
    );
  }
  const fee = formatMoney(choice.fee, currency);
  const byCode = paycodeMin > 0 && choice.fee >= paycodeMin;
  return (
    <>
      {byCode && (
        <Button track="payByCode" busy={busy === 'paycode'} onClick={() => onAct('paycode')}>
          {t('extend.byCode', { fee })}
        </Button>
      )}
      <Button track="payByTransfer" look={byCode ? 'quiet' : 'primary'} busy={busy === 'bank'} onClick={() => onAct('bank')}>
        {t('extend.byTransfer', { fee })}
      </Button>
    </>
  );
}
