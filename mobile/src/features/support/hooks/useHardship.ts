import { useState } from 'react';
import { text } from '@/i18n';
import { useServerErrors } from '@/i18n/useServerErrors';
import { api, ApiError, useApiMutation, type ApiPath, type Body } from '@/lib/api';
import { reloadAfterFailure } from '@/lib/api/hooks';
import { invalidate } from '@/lib/queryClient';
import { focusFirstError } from '@/ui/form/focusError';
import { showAlert } from '@/ui/overlay/alerts';
import { toast } from '@/ui/overlay/toasts';

/** Withdraws a request after a confirmation that explains the consequences. */
export function useWithdrawRequest(): { ask: (hardshipId: string) => Promise<void>; busy: boolean } {
  const withdraw = useApiMutation('support/withdraw', { onError: (error) => reloadAfterFailure(error, 'support/hardship') });
  const ask = async (hardshipId: string) => {
    const sure = await showAlert({
      track: 'withdrawHardship',
      title: text('support:hardship.withdrawTitle'),
      message: text('support:hardship.withdrawText'),
      confirm: text('support:hardship.withdraw'),
      cancel: text('support:hardship.keep'),
    });
    if (sure) withdraw.mutate({ hardshipId });
  };
  return { ask, busy: withdraw.isPending };
}

export type HardshipPath = Extract<ApiPath, 'support/promise' | 'support/plan'>;

/** Sends a request. `refused` contains the server's field errors until `forgive` is called. */
export function useHardshipRequest<P extends HardshipPath>(path: P, sending: (send: () => Promise<void>) => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useServerErrors();
  const send = async (body: Body<P>) => {
    setBusy(true);
    try {
      await sending(async () => void (await api(path, body as never, { toast: false })));
      toast(text('support:hardship.sent'), 'positive');
      // The form stays busy until the result replaces it.
      await invalidate('support/hardship');
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      const fields = failure.details.fields ?? {};
      setRefused(fields, failure.details.fieldReasons);
      if (Object.keys(fields).length === 0) {
        toast(failure.message, 'danger');
        if (failure.conflict) await invalidate('support/hardship');
      } else focusFirstError();
    } finally {
      setBusy(false);
    }
  };
  return { send, busy, refused, forgive: () => setRefused({}) };
}
