import type { ProductListData } from '@loanmarket/shared-types/api';
import { useTranslation } from '@/i18n';
import { useNav } from '@/lib/nav/nav';
import { ProductRow } from '@/shared/loan/ProductRow';
import { Button } from '@/ui/Button';
import { Section } from '@/ui/Section';

/** The number of products shown; the rest is on the product list. */
const MAX_SHOWN = 3;

/** The first products of the list. */
export function MoreProducts({ list }: { list: ProductListData }) {
  const { t } = useTranslation('home');
  const nav = useNav();
  const products = list.groups.flatMap((group) => group.products);
  if (products.length === 0) return null;
  return (
    <Section title={t('products')}>
      {products.slice(0, MAX_SHOWN).map((product) => (
        <ProductRow key={product.loanId} product={product} />
      ))}
      {products.length > MAX_SHOWN && (
        <Button track="openProducts" look="quiet" onClick={() => nav.to('/m/loan/list')}>
          {t('allProducts')}
        </Button>
      )}
    </Section>
  );
}
