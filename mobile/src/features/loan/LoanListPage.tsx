import { useProducts } from './hooks/useProducts';
import { ProductGroups } from './parts/ProductGroups';
import { Page } from '@/ui/Page';
import { QueryView } from '@/ui/QueryView';
import { ListSkeleton } from '@/ui/Skeleton';

/** /m/loan/list: all products, open to visitors. */
export default function LoanListPage() {
  const products = useProducts();
  return (
    <Page>
      <QueryView query={products} skeleton={<ListSkeleton count={4} />}>
        {(list) => <ProductGroups list={list} />}
      </QueryView>
    </Page>
  );
}
