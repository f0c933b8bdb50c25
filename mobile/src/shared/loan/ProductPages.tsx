import { ProductGroups } from './ProductGroups';
import type { useProductPages } from './useProducts';
import { useTranslation } from '@/i18n';
import { PagedList } from '@/ui/PagedList';
import { EmptyState } from '@/ui/states';

/** All products by group. A market of today's size fits on one page. */
export function ProductPages({ pages }: { pages: ReturnType<typeof useProductPages> }) {
  const { t } = useTranslation('loan');
  return (
    <div className="stack stack-24">
      <PagedList pages={pages} skeletonCount={4} more={t('list.more')} end={t('list.end')} empty={<EmptyState title={t('list.emptyTitle')} text={t('list.emptyText')} />}>
        {(groups) => <ProductGroups groups={groups} />}
      </PagedList>
    </div>
  );
}
