import { text } from '@/i18n';
import { useApiMutation } from '@/lib/api';
import { toast } from '@/ui/overlay/toasts';

/** Sends a failed payout to another active account. */
export function useChangeCard(orderId: string) {
  const change = useApiMutation('order/changeCard', { onSuccess: () => toast(text('order:failed.changed'), 'positive') });
  return { choose: (bankCardId: string) => change.mutate({ orderId, bankCardId }), busy: change.isPending };
}
