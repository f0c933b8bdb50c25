import { text } from '@/i18n';
import { useApiMutation } from '@/lib/api';
import { showAlert } from '@/ui/overlay/alerts';
import { toast } from '@/ui/overlay/toasts';

/**
 * Cancels an offer after a confirmation that explains the consequences, including the waiting time if the server sends
 * it.
 */
export function useCancel(orderId: string, freezeHours: number | undefined): { ask: () => Promise<void>; busy: boolean } {
  const cancel = useApiMutation('order/cancel', { onSuccess: () => toast(text('order:offer.cancelled')) });
  const ask = async () => {
    const sure = await showAlert({
      track: 'cancelLoan',
      title: text('order:offer.cancelTitle'),
      message: freezeHours === undefined ? text('order:offer.cancelTextSome') : text('order:offer.cancelText', { count: freezeHours }),
      confirm: text('order:offer.cancelYes'),
      cancel: text('order:offer.cancelNo'),
      danger: true,
    });
    if (sure) cancel.mutate({ orderId });
  };
  return { ask, busy: cancel.isPending };
}
