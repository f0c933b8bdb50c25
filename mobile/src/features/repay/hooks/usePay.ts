import type { PayIntentData, RepayOptionsData } from '@loanmarket/shared-types/api';
import { useMutation } from '@tanstack/react-query';
import { purposeOf, takes } from '../amount';
import { api, type ApiError } from '@/lib/api';
import { useNav } from '@/lib/nav/nav';

/** Where a payment is gone on with: its code, its transfer details, or the link by which somebody else pays it. */
type Page = 'paycode' | 'paybank' | 'ask';

/** Makes a payment code or transfer details for an amount, and goes to a page with it; `busy` is that page meanwhile. */
export function usePay(options: RepayOptionsData) {
  const nav = useNav();
  const { orderId } = options;
  const pay = useMutation<PayIntentData, ApiError, { page: Page; amount: number }>({
    mutationFn: ({ page, amount }) => {
      const byCode = page === 'paycode' || (page === 'ask' && takes(options, 'paycode', amount));
      return api(byCode ? 'repay/paycode' : 'repay/bank', { orderId, amount, purpose: purposeOf(amount, options) });
    },
    onSuccess: ({ intentId }, { page }) => nav.to(`/m/repay/${page}?intentId=${intentId}`),
  });
  return {
    // Of two ways that are asked for at once the later would take the place of the one that is shown.
    by: (page: Page, amount: number) => pay.isPending || pay.mutate({ page, amount }),
    busy: pay.isPending ? pay.variables.page : null,
  };
}
