import { Advertise } from './Advertise';
import { BorrowHome } from './BorrowHome';
import { Example } from './Example';
import { HomeFrame } from './HomeFrame';
import { MoreProducts } from './MoreProducts';
import { useProducts } from '@/shared/loan/useProducts';
import { QueryView } from '@/ui/QueryView';
import { ReceiptSkeleton } from '@/ui/Skeleton';

/** Home before login: the amounts, the cost, an example and the products. */
export function VisitorHome() {
  const products = useProducts();
  if (products.data) {
    return (
      <BorrowHome
        list={products.data}
        after={
          <>
            <Example />
            <MoreProducts list={products.data} />
            <Advertise />
          </>
        }
      />
    );
  }
  return (
    <HomeFrame>
      <QueryView query={products} skeleton={<ReceiptSkeleton lines={6} />}>
        {() => null}
      </QueryView>
      <Example />
    </HomeFrame>
  );
}
