import { useApiPages, useApiQuery } from '@/lib/api';

/** The page size of the product list. */
const PAGE = 50;

/** The first products by group: the borrower's, or the advertised ones for a visitor. Available products come first. */
export function useProducts() {
  return useApiQuery('loan/list', {});
}

/** All products by group, page by page. */
export function useProductPages() {
  return useApiPages('loan/list', {}, 'groups', { size: PAGE });
}
