import { useProductPages } from './hooks/useProducts';
import { ProductPages } from './parts/ProductPages';
import { Page } from '@/ui/Page';

/** /m/loan/list: all products, open to visitors. */
export default function LoanListPage() {
  const pages = useProductPages();
  return (
    <Page>
      <ProductPages pages={pages} />
    </Page>
  );
}
