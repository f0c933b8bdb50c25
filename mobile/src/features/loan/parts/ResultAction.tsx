import type { OrderDetailData } from '@loanmarket/shared-types/api';
import { useTranslation } from '@/i18n';
import { useNav } from '@/lib/nav/nav';
import { usePrefetchPage } from '@/lib/nav/prefetchPage';
import { hasBindingFigures, stateOf } from '@/shared/order/status';
import { Button } from '@/ui/Button';

/** The next action for a result; there always is one. */
export function ResultAction({ detail }: { detail: OrderDetailData }) {
  const { t } = useTranslation('loan');
  const nav = useNav();
  const state = stateOf(detail.order);
  const page = `/m/order/detail/${detail.order.orderId}`;
  usePrefetchPage(hasBindingFigures(detail.order) ? page : null);
  const order = () => nav.replace(page);
  const home = (
    <Button track="openHome" look="text" onClick={() => nav.replace('/m/home')}>
      {t('status.home')}
    </Button>
  );
  if (state === 'toConfirm') {
    return (
      <>
        <Button track="openOrder" onClick={order}>{t('status.see')}</Button>
        {home}
      </>
    );
  }
  if (!hasBindingFigures(detail.order)) {
    return (
      <>
        <Button track="openProducts" onClick={() => nav.replace('/m/loan/list')}>{t('status.others')}</Button>
        {home}
      </>
    );
  }
  return (
    <>
      <Button track="openOrder" look={state === 'reviewing' || state === 'lapsed' ? 'quiet' : 'primary'} onClick={order}>
        {t('status.seeOrder')}
      </Button>
      {home}
    </>
  );
}
