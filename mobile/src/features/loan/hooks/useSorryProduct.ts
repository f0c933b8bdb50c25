import type { ProductCard } from '@loanmarket/shared-types/api';
import { useEffect } from 'react';
import { errorCode } from '@/lib/api';
import { useNav } from '@/lib/nav/nav';

const paths: Partial<Record<number, string>> = {
  [errorCode.productSuspended]: '/sorryProduct',
  [errorCode.notEligible]: '/sorryProduct?reason=eligible',
};

/**
 * Puts the page that says so in the place of a product that is suspended, or not for this borrower, and reports whether it
 * does. What only has to be waited or repaid for stays, with what stands in its way.
 */
export function useSorryProduct(product: ProductCard | undefined): boolean {
  const nav = useNav();
  const path = product && paths[product.reasonCode];
  useEffect(() => {
    if (path) nav.replace(path);
  }, [path, nav]);
  return path !== undefined;
}
