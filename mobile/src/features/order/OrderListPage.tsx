import { useState } from 'react';
import { useOrders, type OrderTab } from './hooks/useOrders';
import { OrderRow } from './parts/OrderRow';
import { OrderTabs } from './parts/OrderTabs';
import { useNav } from '@/app/nav';
import { useTranslation } from '@/i18n';
import { Button } from '@/ui/Button';
import { Page } from '@/ui/Page';
import { ListSkeleton } from '@/ui/Skeleton';
import { EmptyState, ErrorState } from '@/ui/states';

/** /m/home/order and /m/order/list: own loans by tab. */
export default function OrderListPage() {
  const { t } = useTranslation(['order', 'common']);
  const nav = useNav();
  const [tab, setTab] = useState<OrderTab>('all');
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useOrders(tab);

  return (
    <Page>
      <div className="stack">
        <OrderTabs value={tab} onChange={setTab} />
        {data === undefined && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ListSkeleton />)}
        {data?.length === 0 && (
          <EmptyState
            title={t('list.emptyTitle')}
            text={t('list.emptyText')}
            action={
              <Button look="quiet" onClick={() => nav.to('/m/loan/list')}>
                {t('list.browse')}
              </Button>
            }
          />
        )}
        {data?.map((order) => (
          <OrderRow key={order.orderId} order={order} />
        ))}
        {hasNextPage && (
          <Button look="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('list.more')}
          </Button>
        )}
        {data && data.length > 0 && !hasNextPage && <p className="text-14 quiet center">{t('common:page.end')}</p>}
      </div>
    </Page>
  );
}
