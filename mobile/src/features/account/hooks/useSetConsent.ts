import type { ConsentKind } from '@loanmarket/shared-types/api';
import { trackName } from '@/base/trackName';
import { text } from '@/i18n';
import { dropUnsentChoice, setAdsConsent } from '@/lib/adsConsent';
import { useApiMutation } from '@/lib/api';
import { queryKey } from '@/lib/api/hooks';
import { getConfig } from '@/lib/config';
import { consentVersion } from '@/lib/login/consent';
import { setAnswer } from '@/lib/queryClient';
import { showAlert } from '@/ui/overlay/alerts';
import { toast } from '@/ui/overlay/toasts';

/** The consents without which no new loan is possible. */
const NEEDED: readonly ConsentKind[] = ['data_processing', 'credit_check'];

/**
 * Gives a consent, or withdraws one after a confirmation that explains the consequences. `busy` is the consent being
 * changed.
 */
export function useSetConsent(orderInProgress: boolean) {
  const set = useApiMutation('member/consents/set', {
    onMutate: ({ kind, granted }) => void (kind === 'analytics' && dropUnsentChoice(granted)),
    onSuccess: async (consents, { kind, granted }) => {
      // The same consent controls the advertising tools in this browser.
      if (kind === 'analytics') setAdsConsent(granted);
      await setAnswer(queryKey('member/consents', {}), consents);
      toast(text(granted ? 'account:consents.given' : 'account:consents.taken'), granted ? 'positive' : 'plain');
    },
  });
  const take = async (kind: ConsentKind) => {
    const needed = NEEDED.includes(kind);
    const means = needed ? text(orderInProgress ? 'account:consents.takeRunning' : 'account:consents.takeLoan') : '';
    const sure = await showAlert({
      track: trackName('take', kind),
      title: text('account:consents.takeTitle'),
      message: [text('account:consents.takeText'), means].filter(Boolean).join(' '),
      confirm: text('account:consents.take'),
      cancel: text('account:consents.stay'),
    });
    if (sure) set.mutate({ kind, version: consentVersion(getConfig(), kind), granted: false });
  };
  return { busy: set.isPending ? set.variables.kind : null, give: (kind: ConsentKind) => set.mutate({ kind, version: consentVersion(getConfig(), kind), granted: true }), take: (kind: ConsentKind) => void take(kind) };
}
