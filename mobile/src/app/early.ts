import type { ProductDetailData, ProductListData } from '@loanmarket/shared-types/api';
import { queryClient } from '@/lib/queryClient';
import { callQuery, queryKey } from '@/lib/api/hooks';
import { getSession } from '@/lib/session';
import { carriedOver } from '@/lib/carriedOver';

/** How long the answer may wait for its page: long enough to start, too short to be from before. */
const FRESH_MS = 10_000;

/**
 * What a visitor's first page shows came along with it; the page shows that and asks anew. Where it did not, it is asked
 * for while the code is still on the way: a round less on a slow line.
 */
export function askForHome(): void {
  if (getSession().loggedIn || !/^\/(?:m(?:\/home)?\/?)?$/.test(window.location.pathname)) return;
  const market = carriedOver<{ list: ProductListData; detail: ProductDetailData | null }>('market');
  if (market !== null) {
    const { list, detail } = market;
    queryClient.setQueryData(queryKey('loan/list', {}), list);
    if (detail) queryClient.setQueryData(queryKey('loan/detail', { loanId: detail.product.loanId }), detail);
    return;
  }
  void queryClient.prefetchQuery({ ...callQuery('loan/list', {}), staleTime: FRESH_MS });
}
