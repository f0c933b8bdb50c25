import type { RepayOptionsData } from '@loanmarket/shared-types/api';
import { purposeOf, takes } from '../amount';
import { useApiMutation } from '@/lib/api';
import { useNav } from '@/lib/nav/nav';

/** Makes a payment code or transfer details for an amount, and goes there; or to the link by which somebody else pays it. */
export function usePay(options: RepayOptionsData) {
  const nav = useNav();
  const paycode = useApiMutation('repay/paycode', { onSuccess: ({ intentId }) => nav.to(`/m/repay/paycode?intentId=${intentId}`) });
  const bank = useApiMutation('repay/bank', { onSuccess: ({ intentId }) => nav.to(`/m/repay/paybank?intentId=${intentId}`) });
  const asking = { onSuccess: ({ intentId }: { intentId: string }) => nav.to(`/m/repay/ask?intentId=${intentId}`) };
  const askByCode = useApiMutation('repay/paycode', asking);
  const askByTransfer = useApiMutation('repay/bank', asking);
  const request = (amount: number) => ({ orderId: options.orderId, amount, purpose: purposeOf(amount, options) });
  const pending = [paycode, bank, askByCode, askByTransfer].some(({ isPending }) => isPending);
  // Of two ways that are asked for at once the later would take the place of the one that is shown.
  const make = (way: typeof paycode | typeof bank, amount: number) => pending || way.mutate(request(amount));
  return {
    byCode: (amount: number) => make(paycode, amount),
    byTransfer: (amount: number) => make(bank, amount),
    ask: (amount: number) => make(takes(options, 'paycode', amount) ? askByCode : askByTransfer, amount),
    busy: paycode.isPending ? ('paycode' as const) : bank.isPending ? ('bank' as const) : null,
  };
}
