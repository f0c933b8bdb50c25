import type { OrderDetailData } from '@loanmarket/shared-types/api';
import { useCancel } from '../hooks/useCancel';
import { useTranslation } from '@/i18n';
import { formatDay } from '@/lib/format/date';
import { formatMoney } from '@/lib/format/money';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { MoneyFigure } from '@/ui/money/MoneyFigure';
import { Receipt } from '@/ui/money/Receipt';

/** The offer: the amount received, the amount to repay and when, and the cancel button. Its expiry is in the next step. */
export function Offer({ detail }: { detail: OrderDetailData }) {
  const { t } = useTranslation(['order', 'terms']);
  const { order, quote, actions, appliedAmount, principal, cancelFreezeHours } = detail;
  const cancel = useCancel(order.orderId, cancelFreezeHours);
  return (
    <Card tone="brand">
      <div className="stack stack-8">
        <h2 className="title-16">{t('order:offer.title')}</h2>
        <div>
          <p className="text-14 quiet">{t('order:offer.receive')}</p>
          <MoneyFigure amount={quote.actualReceived} currency={quote.currency} size={28} />
        </div>
        {principal < appliedAmount && <p className="text-14">{t('order:offer.reduced', { asked: formatMoney(appliedAmount, quote.currency), amount: formatMoney(principal, quote.currency) })}</p>}
        <Receipt
          currency={quote.currency}
          lines={[{ label: t('terms:totalToRepay'), amount: quote.totalToRepay }]}
          after={[{ label: t('terms:dueDate'), amount: formatDay(quote.dueDate) }]}
        />
        <p className="text-14">{t('order:offer.noHurry')}</p>
        {actions.includes('cancel') && (
          <Button track="cancelLoan" look="text" busy={cancel.busy} onClick={() => void cancel.ask()}>
            {t('order:offer.cancel')}
          </Button>
        )}
      </div>
    </Card>
  );
}
