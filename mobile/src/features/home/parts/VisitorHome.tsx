import { Borrow } from './Borrow';
import { Example } from './Example';
import { MoreProducts } from './MoreProducts';
import { useProducts } from '@/features/loan/hooks/useProducts';
import { QueryView } from '@/ui/QueryView';
import { ReceiptSkeleton } from '@/ui/Skeleton';

/** Home before login: how much, what it costs, an example, the products. */
export function VisitorHome() {
  const products = useProducts();
  return (
    <>
      <QueryView query={products} skeleton={<ReceiptSkeleton lines={6} />}>
        {(list) => <Borrow list={list} />}
      </QueryView>
      <Example />
      {products.data && <MoreProducts list={products.data} />}
    </>
  );
}
