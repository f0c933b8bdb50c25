import type { ProductListData } from '@loanmarket/shared-types/api';
import type { ReactNode } from 'react';
import { HomeFrame } from './HomeFrame';
import { BorrowCalculator } from './BorrowCalculator';
import { useTranslation } from '@/i18n';
import { useApiQuery } from '@/lib/api';
import { bestProduct } from '@/shared/loan/choose';
import { Callout } from '@/ui/Callout';
import { QueryView } from '@/ui/QueryView';
import { ReceiptSkeleton } from '@/ui/Skeleton';

interface BorrowHomeProps {
  list: ProductListData;
  /** Above and below the calculator. */
  before?: ReactNode;
  after?: ReactNode;
}

/** Home without a running loan: the calculator of the best open product. */
export function BorrowHome({ list, before, after }: BorrowHomeProps) {
  const { t } = useTranslation('home');
  const best = bestProduct(list);
  const detail = useApiQuery('loan/detail', { loanId: best?.loanId ?? '' }, { enabled: best !== null });
  if (best !== null && detail.data) return <BorrowCalculator key={best.loanId} detail={detail.data} before={before} after={after} />;
  return (
    <HomeFrame>
      {before}
      {best === null ? (
        <Callout>{t('nothingNow')}</Callout>
      ) : (
        <QueryView query={detail} skeleton={<ReceiptSkeleton lines={5} />}>
          {() => null}
        </QueryView>
      )}
      {after}
    </HomeFrame>
  );
}
