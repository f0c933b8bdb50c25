import { useState } from 'react';
import { OrderTabs } from './parts/OrderTabs';
import { useTranslation } from '@/i18n';
import { useNav } from '@/lib/nav/nav';
import { OrderRow } from '@/shared/order/OrderRow';
import { useOrders, type OrderTab } from '@/shared/order/useOrders';
import { Button } from '@/ui/Button';
import { Page } from '@/ui/Page';
import { PagedList } from '@/ui/PagedList';
import { EmptyState } from '@/ui/states';

/** /m/home/order and /m/order/list: the borrower's loans by tab. */
export default function OrderListPage() {
  const { t } = useTranslation('order');
  const nav = useNav();
  const [tab, setTab] = useState<OrderTab>('all');
  const browse = (
    <Button track="openProducts" look="quiet" onClick={() => nav.to('/m/loan/list')}>
      {t('list.browse')}
    </Button>
  );
  return (
    <Page refreshes>
      <div className="stack">
        <OrderTabs value={tab} onChange={setTab} />
        <PagedList pages={useOrders(tab)} more={t('list.more')} empty={<EmptyState title={t('list.emptyTitle')} text={t('list.emptyText')} action={browse} />}>
          {(orders) => orders.map((order) => <OrderRow key={order.orderId} order={order} />)}
        </PagedList>
      </div>
    </Page>
  );
}
