import type { ProductCard } from '@loanmarket/shared-types/api';
import { useEffect } from 'react';
import { errorCode } from '@/lib/api';
import { useNav } from '@/lib/nav/nav';

const paths: Partial<Record<number, string>> = {
  [errorCode.productSuspended]: '/sorryProduct',
  [errorCode.notEligible]: '/sorryProduct?reason=eligible',
};

/**
 * Redirects to the page that explains that a product is suspended or not available to this borrower, and returns
 * whether it does. A product that only requires waiting or a repayment stays open and shows the obstacle.
 */
export function useSorryProduct(product: ProductCard | undefined): boolean {
  const nav = useNav();
  const path = product && paths[product.reasonCode];
  useEffect(() => {
    if (path) nav.replace(path);
  }, [path, nav]);
  return path !== undefined;
}
