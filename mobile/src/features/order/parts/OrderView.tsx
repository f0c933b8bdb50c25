import type { OrderDetailData } from '@loanmarket/shared-types/api';
import { OrderStatus } from '@loanmarket/shared-types/enums';
import { isAlive, isRunning } from '../standing';
import { Documents } from './Documents';
import { FailedPayout } from './FailedPayout';
import { Head } from './Head';
import { History } from './History';
import { Offer } from './Offer';
import { Owed } from './Owed';
import { Rejected } from './Rejected';
import { Terms } from './Terms';
import { useNav } from '@/app/nav';
import { useTranslation } from '@/i18n';
import { formatMoney } from '@/lib/format/money';
import { LinkRow, RowGroup } from '@/ui/LinkRow';
import { Notice } from '@/ui/Notice';

/** What an order's page tells, the most pressing first. */
export function OrderView({ detail }: { detail: OrderDetailData }) {
  const { t } = useTranslation('order');
  const nav = useNav();
  const { order, overpaid } = detail;
  return (
    <div className="stack stack-24">
      <Head detail={detail} />
      {overpaid > 0 && <Notice tone="positive">{t('detail.overpaid', { amount: formatMoney(overpaid, order.currency) })}</Notice>}
      {order.status === OrderStatus.toBeConfirmed && <Offer detail={detail} />}
      {order.status === OrderStatus.rejected && <Rejected detail={detail} />}
      {order.status === OrderStatus.disbursementFailed && <FailedPayout detail={detail} />}
      {isRunning(order) && <Owed detail={detail} />}
      {isAlive(order) && <Terms detail={detail} />}
      {order.status === OrderStatus.waitingPayment && (
        <RowGroup>
          <LinkRow title={t('action.records')} onClick={() => nav.to(`/m/repay/record?orderId=${order.orderId}`)} />
        </RowGroup>
      )}
      <Documents detail={detail} />
      <History detail={detail} />
      <p className="text-14 quiet">{t('detail.number', { no: order.orderNo })}</p>
    </div>
  );
}
