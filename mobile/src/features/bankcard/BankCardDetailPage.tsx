import { CardView } from './parts/CardView';
import { useApiQuery } from '@/lib/api';
import { useQueryParam } from '@/lib/nav/nav';
import { Page } from '@/ui/Page';
import { ReceiptSkeleton } from '@/ui/Skeleton';
import { ErrorState } from '@/ui/states';

/** /m/bankCard/detail?cardId=: one own account, a closed one too. */
export default function BankCardDetailPage() {
  const cardId = useQueryParam('cardId') ?? '';
  const detail = useApiQuery('bankCard/detail', { cardId });
  const list = useApiQuery('bankCard/list', {});
  if (detail.data && list.data) return <CardView card={detail.data} own={list.data.cards} />;
  const failed = detail.isError ? detail : list.isError ? list : null;
  return <Page>{failed ? <ErrorState error={failed.error} onRetry={() => void failed.refetch()} /> : <ReceiptSkeleton lines={2} />}</Page>;
}
