import type { ProductListData } from '@loanmarket/shared-types/api';
import { BorrowCard } from './BorrowCard';
import { bestProduct } from '@/features/loan/choose';
import { useTranslation } from '@/i18n';
import { useApiQuery } from '@/lib/api';
import { MoneyFigure } from '@/ui/money/MoneyFigure';
import { Notice } from '@/ui/Notice';
import { QueryView } from '@/ui/QueryView';
import { ReceiptSkeleton } from '@/ui/Skeleton';

/** How much I can borrow, and the calculator of the best product that is open to me. */
export function Borrow({ list }: { list: ProductListData }) {
  const { t } = useTranslation('home');
  const best = bestProduct(list);
  const detail = useApiQuery('loan/detail', { loanId: best?.loanId ?? '' }, { enabled: best !== null });
  if (best === null) return <Notice>{t('nothingNow')}</Notice>;
  return (
    <div className="stack">
      <div>
        <p className="quiet">{t('upTo')}</p>
        <MoneyFigure amount={best.maxAmount} currency={best.currency} size={40} />
      </div>
      <QueryView query={detail} skeleton={<ReceiptSkeleton lines={5} />}>
        {(data) => <BorrowCard key={best.loanId} detail={data} />}
      </QueryView>
    </div>
  );
}
