import { CardStatus } from '@loanmarket/shared-types/enums';
import { text, useTranslation } from '@/i18n';
import { useApiMutation, useApiQuery } from '@/lib/api';
import { useNav } from '@/lib/nav/nav';
import { Button } from '@/ui/Button';
import { BankIcon } from '@/ui/icons';
import { LinkRow, RowGroup } from '@/ui/LinkRow';
import { toast } from '@/ui/overlay/toasts';
import { QueryView } from '@/ui/QueryView';
import { Section } from '@/ui/Section';
import { ListSkeleton } from '@/ui/Skeleton';

interface AccountChoiceProps {
  orderId: string;
  failedCardId: string;
  /** A new bank card is already under review, so choosing another one is possible but not the primary action. */
  waiting: boolean;
}

/** Selects another bank card for a failed disbursement: an existing one immediately, or a new one after its review. */
export function AccountChoice({ orderId, failedCardId, waiting }: AccountChoiceProps) {
  const { t } = useTranslation('order');
  const nav = useNav();
  const cards = useApiQuery('bankCard/list', {});
  const change = useChangeCard(orderId);
  const add = () => nav.to('/m/bankCard/add');
  return (
    <QueryView query={cards} skeleton={<ListSkeleton count={1} />}>
      {(own) => {
        const usable = own.cards.filter(({ status, cardId }) => status === CardStatus.active && cardId !== failedCardId);
        if (usable.length === 0 && !waiting) {
          return (
            <div className="stack stack-8">
              <Button track="addCard" onClick={add}>{t('failed.add')}</Button>
              <p className="text-14 quiet center">{t('failed.addHint')}</p>
            </div>
          );
        }
        return (
          <Section title={t('failed.choose')}>
            <RowGroup>
              {usable.map((card) => (
                <LinkRow
                  key={card.cardId}
                  track="chooseCard"
                  icon={<BankIcon />}
                  title={`${card.bankName} …${card.accountLast4}`}
                  text={card.holderName}
                  busy={change.busy === card.cardId}
                  onClick={() => change.busy === null && change.choose(card.cardId)}
                />
              ))}
              <LinkRow track="addCard" title={t('failed.add')} text={t('failed.addHint')} onClick={add} />
            </RowGroup>
          </Section>
        );
      }}
    </QueryView>
  );
}

/** Sends a failed disbursement to another active bank card; `busy` is that card while the call is in progress. */
function useChangeCard(orderId: string) {
  const change = useApiMutation('order/changeCard', { onSuccess: () => toast(text('order:failed.changed'), 'positive') });
  return { choose: (bankCardId: string) => change.mutate({ orderId, bankCardId }), busy: change.isPending ? change.variables.bankCardId : null };
}
