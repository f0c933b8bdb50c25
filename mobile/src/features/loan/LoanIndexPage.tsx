import { Application } from './parts/Application';
import { useTranslation } from '@/i18n';
import { useApiQuery } from '@/lib/api';
import { useNav, useQueryParam } from '@/lib/nav/nav';
import { Button } from '@/ui/Button';
import { Page } from '@/ui/Page';
import { ReceiptSkeleton } from '@/ui/Skeleton';
import { EmptyState, ErrorState } from '@/ui/states';

/** /m/loan/loanIndex?loanId&amount&termDays: choose, read, accept, apply. */
export default function LoanIndexPage() {
  const { t } = useTranslation('loan');
  const nav = useNav();
  const loanId = useQueryParam('loanId') ?? '';
  const amount = Number(useQueryParam('amount')) || undefined;
  const termDays = Number(useQueryParam('termDays')) || undefined;
  const detail = useApiQuery('loan/detail', { loanId }, { enabled: loanId !== '' });
  if (loanId === '') {
    return (
      <Page>
        <EmptyState title={t('apply.noProduct')} action={<Button onClick={() => nav.replace('/m/loan/list')}>{t('detail.others')}</Button>} />
      </Page>
    );
  }
  if (detail.data) return <Application key={`${loanId}/${amount}/${termDays}`} detail={detail.data} wish={{ ...(amount && { amount }), ...(termDays && { termDays }) }} />;
  return <Page>{detail.isError ? <ErrorState error={detail.error} onRetry={() => void detail.refetch()} /> : <ReceiptSkeleton lines={6} />}</Page>;
}
