import { useApiQuery } from '@/lib/api';

/** Products by group: those of the borrower or, for a visitor, all that are advertised. */
export function useProducts() {
  return useApiQuery('loan/list', {});
}
