import type { BankCard } from '@loanmarket/shared-types/api';
import { CardStatus } from '@loanmarket/shared-types/enums';
import { useEffect } from 'react';
import { useTranslation } from '@/i18n';
import type { Data } from '@/lib/api';
import { Callout } from '@/ui/Callout';
import { ChoiceRows } from '@/ui/form/ChoiceRows';
import { QueryView, type Answer } from '@/ui/QueryView';
import { Skeleton } from '@/ui/Skeleton';

interface CardChoiceProps {
  value: string | null;
  onChange: (cardId: string) => void;
}

/** Selects the bank card for the payout; the default card is preselected. */
export function CardChoice({ cards, value, onChange }: CardChoiceProps & { cards: Answer<Data<'bankCard/list'>> }) {
  const usable = (cards.data?.cards ?? []).filter((card) => card.status !== CardStatus.closed);
  const first = usable.find((card) => card.isDefault && isActive(card)) ?? usable.find(isActive);

  useEffect(() => {
    if (first && !usable.some((card) => card.cardId === value && isActive(card))) onChange(first.cardId);
  });

  return (
    <QueryView query={cards} skeleton={<Skeleton height={5} />}>
      {() => (usable.length === 0 ? <NoCard /> : <Cards cards={usable} value={value} onChange={onChange} />)}
    </QueryView>
  );
}

export function isActive(card: BankCard): boolean {
  return card.status === CardStatus.active;
}

function Cards({ cards, value, onChange }: CardChoiceProps & { cards: BankCard[] }) {
  const { t } = useTranslation('loan');
  return (
    <ChoiceRows
      label={t('apply.card')}
      hint={t('apply.cardHint')}
      value={value}
      onChange={onChange}
      choices={cards.map((card) => ({
        value: card.cardId,
        label: `${card.bankName} …${card.accountLast4}`,
        text: isActive(card) ? card.holderName : t('apply.inReview'),
        disabled: !isActive(card),
      }))}
    />
  );
}

function NoCard() {
  const { t } = useTranslation('loan');
  return <Callout tone="attention">{t('apply.noCard')}</Callout>;
}
