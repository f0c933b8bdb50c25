import type { ContractData } from '@loanmarket/shared-types/api';
import { useState } from 'react';
import { tapSuccess } from '@/bridge/haptics';
import { text } from '@/i18n';
import { errorCode, useApiMutation } from '@/lib/api';
import { changedBy } from '@/lib/api/changes';
import { reloadAfterFailure } from '@/lib/api/hooks';
import { useNav } from '@/lib/nav/nav';
import type { Calculator } from '@/shared/loan/useCalculator';
import { toast } from '@/ui/overlay/toasts';

/** The accepted agreement, and the amount and term that it covers. */
interface Acceptance {
  hash: string;
  version: string;
  amount: number;
  termDays: number;
}

export interface Application {
  calculator: Calculator;
  cardId: string | null;
  setCardId: (cardId: string) => void;
  /** The acceptance, if it covers the current amount and term. */
  accepted: Acceptance | null;
  accept: (contract: ContractData) => void;
  /** Whether the agreement is open. */
  reading: boolean;
  setReading: (reading: boolean) => void;
  /** The next action of the button. The agreement must be accepted before the application. */
  next: 'card' | 'read' | 'apply';
  waiting: boolean;
  submit: () => void;
}

/**
 * An application for a product. It can be sent once the figures are loaded, a bank card is chosen and the agreement is
 * accepted. `noCard`: the borrower has no usable bank card; false while that is unknown.
 */
export function useApplication(calculator: Calculator, noCard: boolean): Application {
  const nav = useNav();
  const { amount, termDays, pending, detail } = calculator;
  const { loanId } = detail.product;
  const [cardId, setCardId] = useState<string | null>(null);
  const [reading, setReading] = useState(false);
  const [acceptance, setAcceptance] = useState<Acceptance | null>(null);
  const accepted = acceptance?.amount === amount && acceptance.termDays === termDays ? acceptance : null;

  const apply = useApiMutation('loan/apply', {
    toast: false,
    onSuccess: ({ orderId }, applied) => {
      tapSuccess();
      // The slider may have been moved since.
      nav.replace(`/m/loan/${detail.repeat ? 'restatus' : 'status'}?orderId=${orderId}&amount=${applied.amount}`);
    },
    onError: async (error) => {
      const changed = error.details.reason === 'contract_changed';
      // The daily limit is already shown in a dialog, wherever the error occurs.
      if (error.code !== errorCode.dailyLimit) toast(changed ? text('loan:apply.changed') : error.message, 'danger');
      if (changed) {
        setAcceptance(null);
        await reloadAfterFailure(error, 'loan/contract', 'loan/quote', 'loan/detail');
      } else if (error.final) {
        // The product may be closed to the borrower by now, for example because of an application in another tab. Without an
        // answer the page stays: a second press repeats the same request, and leads to its result.
        await reloadAfterFailure(error, ...changedBy('loan/apply'));
      }
    },
  });

  const submit = () => {
    if (!accepted || cardId === null) return;
    apply.mutate({ loanId, amount, termDays, bankCardId: cardId, contractHash: accepted.hash, contractAccepted: true });
  };
  return {
    calculator,
    cardId,
    setCardId,
    accepted,
    accept: ({ hash, version }) => {
      setAcceptance({ hash, version, amount, termDays });
      setReading(false);
    },
    reading,
    setReading,
    next: noCard ? 'card' : accepted === null ? 'read' : 'apply',
    waiting: apply.isPending || pending,
    submit,
  };
}
