import type { ProductListData } from '@loanmarket/shared-types/api';
import { ProductRow } from './ProductRow';
import { useTranslation } from '@/i18n';
import { EmptyState } from '@/ui/states';
import { Section } from '@/ui/Section';

/** The spec's groups in the order of the server, each with its products. */
export function ProductGroups({ list }: { list: ProductListData }) {
  const { t } = useTranslation('loan');
  const groups = list.groups.filter(({ products }) => products.length > 0);
  if (groups.length === 0) return <EmptyState title={t('list.emptyTitle')} text={t('list.emptyText')} />;
  return (
    <div className="stack stack-24">
      {groups.map((group) => (
        <Section key={group.group} title={group.title}>
          {group.products.map((product) => (
            <ProductRow key={product.loanId} product={product} grouped />
          ))}
        </Section>
      ))}
      <p className="text-14 quiet center">{t('list.end')}</p>
    </div>
  );
}
