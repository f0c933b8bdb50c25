import type { RepayOptionsData } from '@loanmarket/shared-types/api';
import { purposeOf } from '../amount';
import { useNav } from '@/app/nav';
import { useApiMutation } from '@/lib/api';

/** Makes a payment code or transfer details for an amount, and goes there. */
export function usePay(options: RepayOptionsData) {
  const nav = useNav();
  const paycode = useApiMutation('repay/paycode', { onSuccess: ({ intentId }) => nav.to(`/m/repay/paycode?intentId=${intentId}`) });
  const bank = useApiMutation('repay/bank', { onSuccess: ({ intentId }) => nav.to(`/m/repay/paybank?intentId=${intentId}`) });
  const request = (amount: number) => ({ orderId: options.orderId, amount, purpose: purposeOf(amount, options) });
  return {
    byCode: (amount: number) => paycode.mutate(request(amount)),
    byTransfer: (amount: number) => bank.mutate(request(amount)),
    busy: paycode.isPending ? ('paycode' as const) : bank.isPending ? ('bank' as const) : null,
  };
}
