import type { ContractData, OrderDetailData } from '@loanmarket/shared-types/api';
import { useState } from 'react';
import { text } from '@/i18n';
import { api, ApiError, useApiQuery } from '@/lib/api';
import { reloadIfOutdated } from '@/lib/api/hooks';
import { invalidate } from '@/lib/queryClient';
import { toast } from '@/ui/overlay/toasts';

/** A confirmation has two steps: read and accept the final contract, then enter a fresh SMS code. */
type Step = 'closed' | 'contract' | 'code';

/** The flow from an offer to the disbursement. */
export function useConfirm({ order }: OrderDetailData) {
  const { orderId } = order;
  const [step, setStep] = useState<Step>('closed');
  const [accepted, setAccepted] = useState<ContractData | null>(null);
  const contract = useApiQuery('order/contract', { orderId }, { enabled: step === 'contract' });

  const confirm = async (smsCode: string) => {
    if (!accepted) return;
    try {
      await api('order/confirm', { orderId, smsCode, contractHash: accepted.hash, contractAccepted: true }, { toast: false });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.details.reason === 'contract_changed') {
        toast(text('order:offer.changed'), 'danger');
        setStep('contract');
        await invalidate('order/contract', 'order/detail');
      } else await reloadIfOutdated('order/confirm', error);
      // Rethrown, so that the code dialog knows that nothing was confirmed.
      throw error;
    }
  };

  return {
    step,
    contract,
    start: () => setStep('contract'),
    close: () => setStep('closed'),
    accept: (read: ContractData) => {
      setAccepted(read);
      setStep('code');
    },
    confirm,
    done: () => {
      setStep('closed');
      toast(text('order:offer.confirmed'), 'positive');
    },
  };
}
