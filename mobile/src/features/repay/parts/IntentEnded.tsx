import type { PayIntentData } from '@loanmarket/shared-types/api';
import { useTranslation } from '@/i18n';
import { useNav } from '@/lib/nav/nav';
import { Button } from '@/ui/Button';
import { WaitingPicture } from '@/ui/pictures';
import { StateView } from '@/ui/states';

/** The code expired or was replaced by a newer one. Money that was already sent still counts. */
export function IntentEnded({ intent: { state, orderId } }: { intent: PayIntentData }) {
  const { t } = useTranslation('repay');
  const nav = useNav();
  return (
    <StateView
      picture={<WaitingPicture />}
      title={t(state === 'replaced' ? 'pay.replaced' : 'pay.expired')}
      text={t('pay.expiredText')}
      action={<Button track="payAgain" onClick={() => nav.replace(`/m/repay/normal?orderId=${orderId}`)}>{t('pay.again')}</Button>}
    />
  );
}
