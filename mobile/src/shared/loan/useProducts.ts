import { useApiPages, useApiQuery } from '@/lib/api';

/** Products that the server gives at a time. */
const PAGE = 50;

/** The first products by group: those of the borrower or, for a visitor, what is advertised. What can be had comes first. */
export function useProducts() {
  return useApiQuery('loan/list', {});
}

/** All products by group, page by page. */
export function useProductPages() {
  return useApiPages('loan/list', {}, 'groups', { size: PAGE });
}
