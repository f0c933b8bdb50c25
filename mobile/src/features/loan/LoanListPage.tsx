import { ProductPages } from '@/shared/loan/ProductPages';
import { useProductPages } from '@/shared/loan/useProducts';
import { Page } from '@/ui/Page';

/** /m/loan/list: all products, open to visitors. */
export default function LoanListPage() {
  const pages = useProductPages();
  return (
    <Page refreshes>
      <ProductPages pages={pages} />
    </Page>
  );
}
