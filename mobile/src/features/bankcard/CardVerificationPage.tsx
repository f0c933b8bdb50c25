import { CardStatus } from '@loanmarket/shared-types/enums';
import { CardVerification } from './parts/CardVerification';
import { useTranslation } from '@/i18n';
import { useApiQuery } from '@/lib/api';
import { useMember } from '@/lib/member';
import { useNav, useQueryParam } from '@/lib/nav/nav';
import { isTopic, topicPath } from '@/shared/verify/topics';
import { Button } from '@/ui/Button';
import { Page } from '@/ui/Page';
import { QueryView } from '@/ui/QueryView';
import { ReceiptSkeleton } from '@/ui/Skeleton';

/** /m/bankCard/auth?cardId=: the verification state of a bank card, and the next step. */
export default function CardVerificationPage() {
  const cardId = useQueryParam('cardId') ?? '';
  const card = useApiQuery('bankCard/detail', { cardId });
  return (
    <Page action={card.data && <GoOn closed={card.data.status === CardStatus.closed} />}>
      <QueryView query={card} skeleton={<ReceiptSkeleton lines={2} />}>
        {(data) => <CardVerification card={data} />}
      </QueryView>
    </Page>
  );
}

/** Opens the next topic of the verification. If all are done, it returns to the page that required the bank card. */
function GoOn({ closed }: { closed: boolean }) {
  const { t } = useTranslation(['bankcard', 'verify']);
  const nav = useNav();
  const next = useMember().data?.verification.next ?? '';
  if (closed) return <Button track="addCard" onClick={() => nav.replace('/m/bankCard/add')}>{t('list.add')}</Button>;
  // Until the verification is reloaded, the bank card topic still counts as open.
  if (!isTopic(next) || next === 'bankcard') return <Button track="done" onClick={nav.back}>{t('verification.done')}</Button>;
  return <Button track="nextTopic" onClick={() => nav.replace(topicPath(next))}>{t('verification.next', { topic: t(`verify:topic.${next}`) })}</Button>;
}
