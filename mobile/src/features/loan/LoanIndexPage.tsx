import { useSorryProduct } from './hooks/useSorryProduct';
import { Application } from './parts/Application';
import { useTranslation } from '@/i18n';
import { useApiQuery } from '@/lib/api';
import { useNav, useQueryParam } from '@/lib/nav/nav';
import { Button } from '@/ui/Button';
import { Page } from '@/ui/Page';
import { QueryPage } from '@/ui/QueryView';
import { ReceiptSkeleton } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/states';
import { useDeferredData } from '@/ui/useDeferredData';

/** /m/loan/loanIndex?loanId&amount&termDays: choose amount and term, read and accept the agreement, apply. */
export default function LoanIndexPage() {
  const { t } = useTranslation('loan');
  const nav = useNav();
  const loanId = useQueryParam('loanId') ?? '';
  const amount = Number(useQueryParam('amount')) || undefined;
  const termDays = Number(useQueryParam('termDays')) || undefined;
  const { data, error, refetch } = useApiQuery('loan/detail', { loanId }, { enabled: loanId !== '' });
  const shown = useDeferredData(data);
  if (useSorryProduct(shown?.product)) return <Page>{null}</Page>;
  if (loanId === '') {
    return (
      <Page>
        <EmptyState title={t('apply.noProduct')} action={<Button track="openProducts" onClick={() => nav.replace('/m/loan/list')}>{t('detail.others')}</Button>} />
      </Page>
    );
  }
  return (
    <QueryPage query={{ data: shown, error, refetch }} skeleton={<ReceiptSkeleton lines={6} />}>
      {(detail) => <Application key={`${loanId}/${amount}/${termDays}`} detail={detail} wish={{ ...(amount && { amount }), ...(termDays && { termDays }) }} />}
    </QueryPage>
  );
}
