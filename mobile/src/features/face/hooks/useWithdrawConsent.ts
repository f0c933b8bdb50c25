import { text } from '@/i18n';
import { useApiMutation } from '@/lib/api';
import { showAlert } from '@/ui/overlay/alerts';
import { toast } from '@/ui/overlay/toasts';

/**
 * Withdraws the consent to biometric data after a confirmation, which says that template and pictures are deleted
 * immediately.
 */
export function useWithdrawConsent(version: string, onDone: () => void) {
  const set = useApiMutation('member/consents/set', {
    onSuccess: () => {
      toast(text('face:state.withdrawn'));
      onDone();
    },
  });
  const ask = async () => {
    const sure = await showAlert({
      track: 'withdrawFace',
      title: text('face:state.withdrawTitle'),
      message: text('face:state.withdrawText'),
      confirm: text('face:state.withdraw'),
      cancel: text('common:action.cancel'),
      danger: true,
    });
    if (sure) set.mutate({ kind: 'biometrics', version, granted: false });
  };
  return { busy: set.isPending, ask: () => void ask() };
}
