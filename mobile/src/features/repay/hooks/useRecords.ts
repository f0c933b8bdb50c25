import { useApiPages } from '@/lib/api';

/** Own payments page by page, newest first; of one order when it is named. */
export const useRecords = (orderId: string | null) => useApiPages('repay/record', orderId ? { orderId } : {}, 'payments');
