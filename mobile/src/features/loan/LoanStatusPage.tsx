import { ResultAction } from './parts/ResultAction';
import { ResultView } from './parts/ResultView';
import { useTranslation } from '@/i18n';
import { useNav, useQueryParam } from '@/lib/nav/nav';
import { useOrderResult } from '@/shared/order/useOrderResult';
import { Button } from '@/ui/Button';
import { Page } from '@/ui/Page';
import { QueryView } from '@/ui/QueryView';
import { ReceiptSkeleton } from '@/ui/Skeleton';
import { EmptyState } from '@/ui/states';

/** /m/loan/status?orderId&amount: polls an application for an amount and shows its result. */
export default function LoanStatusPage() {
  const { t } = useTranslation('loan');
  const nav = useNav();
  const orderId = useQueryParam('orderId') ?? '';
  const applied = Number(useQueryParam('amount')) || null;
  const { query, long } = useOrderResult(orderId);
  if (orderId === '') {
    return (
      <Page>
        <EmptyState title={t('status.missing')} action={<Button track="openHome" onClick={() => nav.replace('/m/home')}>{t('status.home')}</Button>} />
      </Page>
    );
  }
  return (
    <Page action={query.data && <ResultAction detail={query.data} />}>
      <QueryView query={query} skeleton={<ReceiptSkeleton lines={3} />}>
        {(detail) => <ResultView detail={detail} applied={applied} long={long} />}
      </QueryView>
    </Page>
  );
}
