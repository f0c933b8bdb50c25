import type { OrderListRequest } from '@loanmarket/shared-types/api';
import { useOfferWatch } from './useOfferWatch';
import { useApiPages } from '@/lib/api';

export type OrderTab = Exclude<OrderListRequest['tab'], 'running'>;

/** The borrower's orders in a tab, page by page. They are reloaded when an offer among them expires. */
export const useOrders = (tab: OrderTab) => useApiPages('order/list', { tab }, 'orders', { refetchInterval: useOfferWatch() });
