import type { BankCard } from '@loanmarket/shared-types/api';
import { useState } from 'react';
import { isLast } from '../status';
import { text } from '@/i18n';
import { useApiMutation } from '@/lib/api';
import { changedBy } from '@/lib/api/changes';
import { reloadAfterFailure } from '@/lib/api/hooks';
import { useNav } from '@/lib/nav/nav';
import { showAlert } from '@/ui/overlay/alerts';
import { toast } from '@/ui/overlay/toasts';

/**
 * Removes a bank card after a confirmation. If a loan is to be paid out to it, the borrower must choose another one
 * (spec 4).
 */
export function useUnbind(card: BankCard, own: readonly BankCard[]) {
  const nav = useNav();
  const [replacing, setReplacing] = useState(false);
  const unbind = useApiMutation('bankCard/unbind', {
    toast: false,
    onSuccess: () => {
      setReplacing(false);
      toast(text('bankcard:unbind.done'), 'positive');
      nav.back();
    },
    onError: async (error) => {
      if (error.details.reason === 'card_in_use') {
        setReplacing(true);
        return;
      }
      toast(error.message, 'danger');
      // The bank card may be closed by now, or the money of a loan on its way to it.
      await reloadAfterFailure(error, ...changedBy('bankCard/unbind'), 'bankCard/detail');
    },
  });

  const ask = async () => {
    if (isLast(card, own)) {
      const add = await showAlert({
        track: 'unbindLast',
        title: text('bankcard:unbind.lastTitle'),
        message: text('bankcard:unbind.lastText'),
        confirm: text('bankcard:list.add'),
        cancel: text('common:action.close'),
      });
      if (add) nav.to('/m/bankCard/add');
      return;
    }
    const sure = await showAlert({
      track: 'unbind',
      title: text('bankcard:unbind.title'),
      message: text('bankcard:unbind.text', { account: `${card.bankName} …${card.accountLast4}` }),
      confirm: text('bankcard:unbind.yes'),
      cancel: text('bankcard:unbind.no'),
      danger: true,
    });
    if (sure) unbind.mutate({ cardId: card.cardId });
  };

  return {
    ask: () => void ask(),
    busy: unbind.isPending,
    replacing,
    keep: () => setReplacing(false),
    replaceBy: (replacementCardId: string) => unbind.mutate({ cardId: card.cardId, replacementCardId }),
  };
}
