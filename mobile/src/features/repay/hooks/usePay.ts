import type { PayIntentData, RepayOptionsData } from '@loanmarket/shared-types/api';
import { useMutation } from '@tanstack/react-query';
import { purposeOf, acceptsAmount } from '../amount';
import { api, type ApiError } from '@/lib/api';
import { queryKey } from '@/lib/api/hooks';
import { useNav } from '@/lib/nav/nav';
import { invalidate, setAnswer } from '@/lib/queryClient';

/** The page on which a payment continues: its code, its transfer details, or the link for somebody else. */
type Page = 'paycode' | 'paybank' | 'ask';

/**
 * Creates a payment code or transfer details for an amount and opens the page that shows them. `busy` is that page
 * while the call is in progress.
 */
export function usePay(options: RepayOptionsData) {
  const nav = useNav();
  const { orderId } = options;
  const pay = useMutation<PayIntentData, ApiError, { page: Page; amount: number }>({
    mutationFn: ({ page, amount }) => {
      const byCode = page === 'paycode' || (page === 'ask' && acceptsAmount(options, 'paycode', amount));
      return api(byCode ? 'repay/paycode' : 'repay/bank', { orderId, amount, purpose: purposeOf(amount, options) });
    },
    onSuccess: async (intent, { page }) => {
      const { intentId } = intent;
      // The page shows it at once.
      await setAnswer(queryKey('repay/intent', { intentId }), intent);
      nav.to(`/m/repay/${page}?intentId=${intentId}`);
    },
    // A payment has arrived meanwhile, for example, so the debt on the page is no longer right.
    onError: ({ final }) => void (final && invalidate('repay/options')),
  });
  return {
    // Only one at a time, because a later payment would replace the one that is shown.
    by: (page: Page, amount: number) => pay.isPending || pay.mutate({ page, amount }),
    busy: pay.isPending ? pay.variables.page : null,
  };
}
