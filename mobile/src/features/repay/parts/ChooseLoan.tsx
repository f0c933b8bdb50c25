import { useEffect } from 'react';
import { useOrders } from '@/features/order/hooks/useOrders';
import { OrderRow } from '@/features/order/parts/OrderRow';
import { isRunning } from '@/features/order/status';
import { useTranslation } from '@/i18n';
import { useNav } from '@/lib/nav/nav';
import { Button } from '@/ui/Button';
import { Page } from '@/ui/Page';
import { ListSkeleton } from '@/ui/Skeleton';
import { EmptyState, ErrorState } from '@/ui/states';

/** Which loan to repay; with only one running there is nothing to choose. */
export function ChooseLoan() {
  const { t } = useTranslation('repay');
  const nav = useNav();
  const { data, error, refetch } = useOrders('awaitingRepayment');
  const running = data?.filter(isRunning);
  const only = running?.length === 1 ? running[0]?.orderId : undefined;
  useEffect(() => {
    if (only) nav.replace(`/m/repay/normal?orderId=${only}`);
  }, [only, nav]);

  return (
    <Page>
      <div className="stack">
        {running === undefined && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ListSkeleton />)}
        {running?.length === 0 && <EmptyState title={t('choose.none')} text={t('choose.noneText')} action={<Button look="quiet" onClick={() => nav.replace('/m/order/list')}>{t('choose.mine')}</Button>} />}
        {running && running.length > 1 && <h2 className="title-20">{t('choose.which')}</h2>}
        {running?.map((order) => (
          <OrderRow key={order.orderId} order={order} to={`/m/repay/normal?orderId=${order.orderId}`} />
        ))}
      </div>
    </Page>
  );
}
