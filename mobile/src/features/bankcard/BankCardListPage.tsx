import { CardFace } from './parts/CardFace';
import { useTranslation } from '@/i18n';
import { useApiQuery } from '@/lib/api';
import { useNav } from '@/lib/nav/nav';
import { Button } from '@/ui/Button';
import { Page } from '@/ui/Page';
import { BankPicture } from '@/ui/pictures';
import { QueryView } from '@/ui/QueryView';
import { ListSkeleton } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/states';

/** /m/bankCard: the borrower's bank cards. */
export default function BankCardListPage() {
  const { t } = useTranslation('bankcard');
  const nav = useNav();
  const query = useApiQuery('bankCard/list', {});
  return (
    <Page refreshes action={query.data && <Button track="addCard" onClick={() => nav.to('/m/bankCard/add')}>{t('list.add')}</Button>}>
      <QueryView query={query} skeleton={<ListSkeleton count={2} />}>
        {({ cards }) =>
          cards.length === 0 ? (
            <EmptyState picture={<BankPicture />} title={t('list.emptyTitle')} text={t('list.emptyText')} />
          ) : (
            <div className="stack">
              <p className="quiet">{t('list.lead')}</p>
              {cards.map((card) => (
                <CardFace key={card.cardId} card={card} onClick={() => nav.to(`/m/bankCard/detail?cardId=${card.cardId}`)} />
              ))}
            </div>
          )
        }
      </QueryView>
    </Page>
  );
}
