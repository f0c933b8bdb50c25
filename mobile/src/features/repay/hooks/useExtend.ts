import type { ExtendChoice, ExtendRequest } from '@loanmarket/shared-types/api';
import { useState } from 'react';
import { useApiMutation } from '@/lib/api';
import { forgetIntention, saveIntention, savedIntention } from '@/lib/api/attempt';
import { reloadAfterFailure } from '@/lib/api/hooks';
import { useNav } from '@/lib/nav/nav';

/** How the fee is paid: added to the debt, or now. */
export type FeePayment = 'unpaid' | 'bank' | 'paycode';

/**
 * Accepts an extension with the figures on the screen. A fee to be paid now leads to its payment code; if it is added
 * to the debt, the due date moves immediately, and `moved` contains the result, which stays valid even if the loan
 * cannot be reloaded. `refused` counts the rejections because the figures had changed; they are then reloaded.
 * `outcomeUnknown` is a request whose response was lost, also by a reload or a killed app: only exactly the same
 * request may be repeated, because another one could accept a second extension.
 */
export function useExtend(orderId: string) {
  const nav = useNav();
  const [moved, setMoved] = useState<{ newDueDate: string; fee: number } | null>(null);
  const [refused, setRefused] = useState(0);
  const [pending, setPending] = useState<FeePayment | null>(null);
  const [outcomeUnknown, setOutcomeUnknown] = useState(() => savedIntention<ExtendRequest>('repay/extend', orderId));
  const known = () => {
    forgetIntention('repay/extend', orderId);
    setOutcomeUnknown(null);
  };
  const extend = useApiMutation('repay/extend', {
    onMutate: (asked) => saveIntention('repay/extend', orderId, asked),
    onSuccess: ({ intentId, newDueDate, fee }, { method }) => {
      known();
      if (intentId) nav.to(`/m/repay/${method === 'paycode' ? 'paycode' : 'paybank'}?intentId=${intentId}`);
      else setMoved({ newDueDate, fee });
    },
    onError: async (error, asked) => {
      if (!error.final) return setOutcomeUnknown(asked);
      known();
      setRefused((times) => times + 1);
      await reloadAfterFailure(error, 'repay/extendQuote');
    },
    onSettled: () => setPending(null),
  });
  const start = ({ times, fee, newDueDate, digest }: ExtendChoice, chosen: FeePayment) => {
    if (extend.isPending) return;
    setPending(chosen);
    // During a deploy, a server of the previous version may have responded. It sends no digest and accepts none.
    extend.mutate({ orderId, times, fee, newDueDate, ...(digest && { digest }), paid: chosen !== 'unpaid', method: chosen === 'paycode' ? 'paycode' : 'bank', accepted: true });
  };
  const again = () => outcomeUnknown && extend.mutate(outcomeUnknown);
  return { start, busy: extend.isPending ? pending : null, moved, refused, outcomeUnknown, again, asking: extend.isPending };
}

export type Extension = ReturnType<typeof useExtend>;
