import { CardView } from './parts/CardView';
import { useApiQuery } from '@/lib/api';
import { useQueryParam } from '@/lib/nav/nav';
import { QueryPage, combineAnswers } from '@/ui/QueryView';
import { ReceiptSkeleton } from '@/ui/Skeleton';

/** /m/bankCard/detail?cardId=: one of the borrower's bank cards, including a closed one. */
export default function BankCardDetailPage() {
  const cardId = useQueryParam('cardId') ?? '';
  const card = useApiQuery('bankCard/detail', { cardId });
  const list = useApiQuery('bankCard/list', {});
  return (
    <QueryPage query={combineAnswers({ card, list })} skeleton={<ReceiptSkeleton lines={2} />}>
      {(both) => <CardView card={both.card} own={both.list.cards} />}
    </QueryPage>
  );
}
