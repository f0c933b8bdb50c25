import type { ExtendChoice, ExtendQuoteData } from '@loanmarket/shared-types/api';
import { useState } from 'react';
import { useNav } from '@/app/nav';
import { useApiMutation } from '@/lib/api';

/** How the fee is paid: added to the debt, or now. */
export type Way = 'unpaid' | 'bank' | 'paycode';

/**
 * Agrees to an extension with the figures that are on the screen. The fee to be paid leads to its code; added to the debt
 * the due date moves at once, and `moved` is what it moved to. `again` asks for new figures when these no longer hold.
 */
export function useExtend({ orderId }: ExtendQuoteData, again: () => void) {
  const nav = useNav();
  const [moved, setMoved] = useState<{ newDueDate: string; fee: number } | null>(null);
  const [way, setWay] = useState<Way | null>(null);
  const extend = useApiMutation('repay/extend', {
    onSuccess: ({ intentId, newDueDate, fee }, { method }) => {
      if (intentId) nav.to(`/m/repay/${method === 'paycode' ? 'paycode' : 'paybank'}?intentId=${intentId}`);
      else setMoved({ newDueDate, fee });
    },
    onError: again,
    onSettled: () => setWay(null),
  });
  const start = ({ times, fee, newDueDate }: ExtendChoice, chosen: Way) => {
    setWay(chosen);
    extend.mutate({ orderId, times, fee, newDueDate, paid: chosen !== 'unpaid', method: chosen === 'paycode' ? 'paycode' : 'bank', accepted: true });
  };
  return { start, busy: extend.isPending ? way : null, moved };
}
