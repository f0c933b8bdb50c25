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

const pathOf = (orderId: string) => `/m/customer/hardship?orderId=${orderId}`;

/** Which loan it is about; with only one running there is nothing to choose. */
export function WhichLoan() {
  const { t } = useTranslation('support');
  const nav = useNav();
  const { data, error, refetch } = useOrders('awaitingRepayment');
  const running = data?.filter(isRunning);
  const only = running?.length === 1 ? running[0]?.orderId : undefined;
  useEffect(() => {
    if (only) nav.replace(pathOf(only));
  }, [only, nav]);
  return (
    <Page>
      <div className="stack">
        {running === undefined && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ListSkeleton />)}
        {running?.length === 0 && (
          <EmptyState
            title={t('hardship.noLoan')}
            text={t('hardship.noLoanText')}
            action={
              <Button look="quiet" onClick={() => nav.to('/m/customer')}>
                {t('hardship.talkAct')}
              </Button>
            }
          />
        )}
        {running && running.length > 1 && <h2 className="title-20">{t('hardship.which')}</h2>}
        {running && running.length > 1 && running.map((order) => <OrderRow key={order.orderId} order={order} to={pathOf(order.orderId)} />)}
      </div>
    </Page>
  );
}
