import { useIonViewWillEnter } from '@ionic/react';
import type { PaymentCard, RecordData } from '@loanmarket/shared-types/api';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api, type ApiError } from '@/lib/api';

const PAGE = 20;

/** Own payments page by page, newest first; of one order when it is named. */
export function useRecords(orderId: string | null) {
  const query = useInfiniteQuery<RecordData, ApiError, PaymentCard[], readonly unknown[], string>({
    queryKey: ['repay/record', orderId],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      api('repay/record', { limit: PAGE, ...(orderId ? { orderId } : {}), ...(pageParam ? { cursor: pageParam } : {}) }, { toast: false, signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor || undefined,
    select: ({ pages }) => pages.flatMap(({ payments }) => payments),
  });
  useIonViewWillEnter(() => {
    if (query.isFetched) void query.refetch();
  });
  return query;
}
