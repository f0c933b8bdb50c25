import type { OrderDetailData } from '@loanmarket/shared-types/api';
import { OrderStatus } from '@loanmarket/shared-types/enums';
import { Documents } from './Documents';
import { FailedPayout } from './FailedPayout';
import { Head } from './Head';
import { History } from './History';
import { Offer } from './Offer';
import { Owed } from './Owed';
import { Rejected } from './Rejected';
import { Terms } from './Terms';
import { useTranslation } from '@/i18n';
import { formatInstant } from '@/lib/format/date';
import { formatMoney } from '@/lib/format/money';
import { useNav } from '@/lib/nav/nav';
import { ProofWaiting } from '@/shared/order/ProofWaiting';
import { hasBindingFigures, isRunning } from '@/shared/order/status';
import { Callout } from '@/ui/Callout';
import { LinkRow, RowGroup } from '@/ui/LinkRow';

/** The content of an order's page, most important first. */
export function OrderView({ detail }: { detail: OrderDetailData }) {
  const { t } = useTranslation(['order', 'terms', 'common']);
  const nav = useNav();
  const { order, overpaid, actions } = detail;
  // During a deploy, a server of the previous version may respond, which does not send this field.
  const held = (detail as Partial<OrderDetailData>).overpaidHeld ?? 0;
  return (
    <div className="stack stack-24">
      <Head detail={detail} />
      {overpaid > held && <Callout tone="positive">{t('detail.overpaid', { amount: formatMoney(overpaid - held, order.currency) })}</Callout>}
      <ProofWaiting since={detail.proofWaitingSince} />
      {held > 0 && (
        <div className="stack stack-8">
          <Callout tone="attention">{t('detail.overpaidHeld', { amount: formatMoney(held, order.currency) })}</Callout>
          <RowGroup>
            <LinkRow track="contactSupport" title={t('common:action.contact')} onClick={() => nav.to('/m/customer')} />
          </RowGroup>
        </div>
      )}
      {order.status === OrderStatus.toBeConfirmed && order.offerExpiresAt && <Offer detail={detail} />}
      {order.status === OrderStatus.rejected && <Rejected detail={detail} />}
      {order.status === OrderStatus.cancelled && detail.freezeUntil && <Callout>{t('rejected.again', { time: formatInstant(detail.freezeUntil) })}</Callout>}
      {order.status === OrderStatus.disbursementFailed && <FailedPayout detail={detail} />}
      {isRunning(order) && <Owed detail={detail} />}
      {order.status === OrderStatus.waitingPayment && (
        <RowGroup>
          {actions.includes('extend') && <LinkRow track="extend" title={t('action.extend')} text={t('action.extendText')} onClick={() => nav.to(`/m/repay/extend?orderId=${order.orderId}`)} />}
          {actions.includes('proof') && <LinkRow track="sendProof" title={t('action.proof')} text={t(detail.proofWaitingSince ? 'action.proofSent' : 'action.proofText')} onClick={() => nav.to(`/m/repay/proofUpload/${order.orderId}`)} />}
          {isRunning(order) && <LinkRow track="openHardship" title={t(order.hardship ? 'terms:hardship.see' : 'order:action.hardship')} onClick={() => nav.to(`/m/customer/hardship?orderId=${order.orderId}`)} />}
          <LinkRow track="openRecords" title={t('action.records')} onClick={() => nav.to(`/m/repay/record?orderId=${order.orderId}`)} />
        </RowGroup>
      )}
      {hasBindingFigures(order) && <Terms detail={detail} />}
      <RowGroup>
        <LinkRow track="complain" title={t('action.complain')} onClick={() => nav.to(`/m/customer/complain?orderId=${order.orderId}`)} />
      </RowGroup>
      <Documents detail={detail} />
      <History detail={detail} />
      <p className="text-14 quiet">{t('detail.number', { no: order.orderNo })}</p>
    </div>
  );
}
