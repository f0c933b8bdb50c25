import type { OrderDetailData } from '@loanmarket/shared-types/api';
import { CardStatus } from '@loanmarket/shared-types/enums';
import { useChangeCard } from '../hooks/useChangeCard';
import { useNav } from '@/app/nav';
import { useTranslation } from '@/i18n';
import { useApiQuery } from '@/lib/api';
import { formatInstant } from '@/lib/format/date';
import { BankIcon } from '@/ui/icons';
import { LinkRow, RowGroup } from '@/ui/LinkRow';
import { Notice } from '@/ui/Notice';
import { QueryView } from '@/ui/QueryView';
import { Section } from '@/ui/Section';
import { ListSkeleton } from '@/ui/Skeleton';

/** The money did not arrive: why, what that means, and another account for it. */
export function FailedPayout({ detail }: { detail: OrderDetailData }) {
  const { t } = useTranslation('order');
  const nav = useNav();
  const { order, bankCard, pendingCard, failureReason, mendUntil } = detail;
  const cards = useApiQuery('bankCard/list', {});
  const change = useChangeCard(order.orderId);
  return (
    <>
      <Notice tone="attention" title={t('failed.title')}>
        <p>{failureReason}</p>
        <p>{t('failed.kept')}</p>
        {mendUntil && <p>{t('failed.until', { time: formatInstant(mendUntil) })}</p>}
      </Notice>
      {pendingCard && <Notice title={t('failed.review')}>{`${pendingCard.bankName} …${pendingCard.accountLast4}`}</Notice>}
      <Section title={t('failed.choose')}>
        <QueryView query={cards} skeleton={<ListSkeleton />}>
          {(own) => (
            <RowGroup>
              {own.cards
                .filter(({ status, cardId }) => status === CardStatus.active && cardId !== bankCard.cardId)
                .map((card) => (
                  <LinkRow
                    key={card.cardId}
                    icon={<BankIcon />}
                    title={`${card.bankName} …${card.accountLast4}`}
                    text={card.holderName}
                    onClick={() => !change.busy && change.choose(card.cardId)}
                  />
                ))}
              <LinkRow title={t('failed.add')} text={t('failed.addHint')} onClick={() => nav.to('/m/bankCard/add')} />
            </RowGroup>
          )}
        </QueryView>
      </Section>
    </>
  );
}
