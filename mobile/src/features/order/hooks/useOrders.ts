import { useIonViewWillEnter } from '@ionic/react';
import type { OrderListData, OrderListRequest } from '@loanmarket/shared-types/api';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api, type ApiError } from '@/lib/api';

export type OrderTab = OrderListRequest['tab'];

const PAGE = 20;

/** Own orders of a tab, page by page; asked for anew whenever the page comes to the front. */
export function useOrders(tab: OrderTab) {
  const query = useInfiniteQuery<OrderListData, ApiError, OrderListData['orders'], readonly unknown[], string>({
    queryKey: ['order/list', tab],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => api('order/list', { tab, limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) }, { toast: false, signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor || undefined,
    select: ({ pages }) => pages.flatMap(({ orders }) => orders),
  });
  useIonViewWillEnter(() => {
    if (query.isFetched) void query.refetch();
  });
  return query;
}
