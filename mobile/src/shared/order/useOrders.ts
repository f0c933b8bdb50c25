import type { OrderListRequest } from '@loanmarket/shared-types/api';
import { useApiPages } from '@/lib/api';

export type OrderTab = Exclude<OrderListRequest['tab'], 'running'>;

/** Own orders of a tab, page by page. */
export const useOrders = (tab: OrderTab) => useApiPages('order/list', { tab }, 'orders');
