import type { ProductDetailData, ProductListData } from '@loanmarket/shared-types/api';
import { queryClient } from '@/lib/queryClient';
import { callQuery, queryKey } from '@/lib/api/hooks';
import { embeddedData } from '@/lib/embeddedData';
import { RUNNING } from '@/lib/homeCalls';
import { getSession } from '@/lib/session';

/**
 * What a visitor's first page shows came along with it; the page shows that and asks anew. Where it did not, and of a borrower,
 * it is asked for while the code is still on the way, and beside who the borrower is: a round less on a slow line.
 */
export function askForHome(): void {
  if (!/^\/(?:m(?:\/home)?\/?)?$/.test(window.location.pathname)) return;
  const { loggedIn } = getSession();
  const market = loggedIn ? null : embeddedData<{ list: ProductListData; detail: ProductDetailData | null }>('market');
  if (market !== null) {
    const { list, detail } = market;
    queryClient.setQueryData(queryKey('loan/list', {}), list);
    if (detail) queryClient.setQueryData(queryKey('loan/detail', { loanId: detail.product.loanId }), detail);
    // The page may be one that was kept.
    void queryClient.invalidateQueries({ refetchType: 'none' });
    return;
  }
  if (loggedIn) void queryClient.prefetchQuery(callQuery('order/list', RUNNING));
  void queryClient.prefetchQuery(callQuery('loan/list', {}));
}
