import type { OrderListRequest } from '@loanmarket/shared-types/api';
import { useOfferWatch } from './useOfferWatch';
import { useApiPages } from '@/lib/api';

export type OrderTab = Exclude<OrderListRequest['tab'], 'running'>;

/** Own orders of a tab, page by page; asked for again when the time of an offer among them is over. */
export const useOrders = (tab: OrderTab) => useApiPages('order/list', { tab }, 'orders', { refetchInterval: useOfferWatch() });
