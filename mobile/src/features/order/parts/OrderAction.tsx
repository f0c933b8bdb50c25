import type { OrderDetailData } from '@loanmarket/shared-types/api';
import { ConfirmOffer } from './ConfirmOffer';
import { useTranslation } from '@/i18n';
import { formatMoney } from '@/lib/format/money';
import { useNav } from '@/lib/nav/nav';
import { usePrefetchPage } from '@/lib/nav/prefetchPage';
import { hasBindingFigures } from '@/shared/order/status';
import { useCertificate } from '@/shared/order/useCertificate';
import { Button } from '@/ui/Button';

/** The primary action, selected from those that the server allows. */
export function OrderAction({ detail }: { detail: OrderDetailData }) {
  const { t } = useTranslation('order');
  const nav = useNav();
  const { order, actions } = detail;
  const certificate = useCertificate(order.orderId);
  const pays = actions.includes('repay') || actions.includes('payoff');
  usePrefetchPage(pays ? '/m/repay/normal' : null);
  if (actions.includes('confirm')) return <ConfirmOffer detail={detail} />;
  if (pays) {
    return <Button track="pay" onClick={() => nav.to(`/m/repay/normal?orderId=${order.orderId}`)}>{t('action.pay', { amount: formatMoney(order.dueNow, order.currency) })}</Button>;
  }
  if (actions.includes('certificate')) {
    return (
      <Button track="getCertificate" busy={certificate.busy} onClick={certificate.open}>
        {t('action.certificate')}
      </Button>
    );
  }
  if (!hasBindingFigures(order)) {
    return (
      <Button track="openProducts" look="quiet" onClick={() => nav.to('/m/loan/list')}>
        {t('rejected.other')}
      </Button>
    );
  }
  return null;
}
