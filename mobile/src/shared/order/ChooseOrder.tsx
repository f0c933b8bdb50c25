import { useEffect, type ReactNode } from 'react';
import { OrderRow } from './OrderRow';
import { isRunning } from './status';
import { useOrders } from './useOrders';
import { useNav } from '@/lib/nav/nav';
import { Page } from '@/ui/Page';
import { QueryView } from '@/ui/QueryView';
import { ListSkeleton } from '@/ui/Skeleton';

interface ChooseOrderProps {
  title: string;
  /** The page that an order opens. */
  pathOf: (orderId: string) => string;
  /** Shown instead if no order is running. */
  none: ReactNode;
}

/** Lets the borrower choose a running loan. If there is only one, its page opens directly. */
export function ChooseOrder({ title, pathOf, none }: ChooseOrderProps) {
  const nav = useNav();
  const orders = useOrders('awaitingRepayment');
  const running = orders.data?.filter(isRunning);
  const only = running?.length === 1 ? pathOf(running[0]!.orderId) : undefined;
  useEffect(() => {
    if (only) nav.replace(only);
  }, [only, nav]);
  return (
    <Page>
      <QueryView query={{ ...orders, data: running }} skeleton={<ListSkeleton />}>
        {(found) =>
          found.length === 0 ? (
            none
          ) : (
            <div className="stack">
              {found.length > 1 && <h2 className="title-20">{title}</h2>}
              {found.map((order) => (
                <OrderRow key={order.orderId} order={order} to={pathOf(order.orderId)} />
              ))}
            </div>
          )
        }
      </QueryView>
    </Page>
  );
}
