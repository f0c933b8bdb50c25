import { useProducts } from '@/features/loan/hooks/useProducts';
import { ProductGroups } from '@/features/loan/parts/ProductGroups';
import { useTranslation } from '@/i18n';
import { formatMoney } from '@/lib/format/money';
import { Page } from '@/ui/Page';
import { QueryView } from '@/ui/QueryView';
import { ListSkeleton } from '@/ui/Skeleton';

/** /m/home/loan: the borrower's limit and her products. */
export default function LoanTabPage() {
  const { t } = useTranslation('loan');
  const products = useProducts();
  return (
    <Page>
      <QueryView query={products} skeleton={<ListSkeleton count={4} />}>
        {(list) => (
          <div className="stack">
            {list.creditLimit > 0 && <p className="quiet">{t('list.limit', { amount: formatMoney(list.creditLimit, list.currency) })}</p>}
            <ProductGroups list={list} />
          </div>
        )}
      </QueryView>
    </Page>
  );
}
