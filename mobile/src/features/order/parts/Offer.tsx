import type { OrderDetailData } from '@loanmarket/shared-types/api';
import { useCancel } from '../hooks/useCancel';
import { useTranslation } from '@/i18n';
import { formatInstant } from '@/lib/format/date';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { MoneyFigure } from '@/ui/money/MoneyFigure';

/** The offer: what I receive, until when it stands, and the way out. */
export function Offer({ detail }: { detail: OrderDetailData }) {
  const { t } = useTranslation('order');
  const { order, quote, actions } = detail;
  const cancel = useCancel(order.orderId);
  return (
    <Card tone="brand">
      <div className="stack stack-8">
        <h2 className="title-16">{t('offer.title')}</h2>
        <p className="text-14 quiet">{t('offer.receive')}</p>
        <MoneyFigure amount={quote.actualReceived} currency={quote.currency} size={28} />
        {order.offerExpiresAt && <p className="text-14">{t('offer.until', { time: formatInstant(order.offerExpiresAt) })}</p>}
        {actions.includes('cancel') && (
          <Button look="text" busy={cancel.busy} onClick={() => void cancel.ask()}>
            {t('offer.cancel')}
          </Button>
        )}
      </div>
    </Card>
  );
}
