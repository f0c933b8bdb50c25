import { useTranslation } from '@/i18n';
import { useApiMutation } from '@/lib/api';
import { history } from '@/lib/nav/history';
import { Button } from '@/ui/Button';
import { Sheet } from '@/ui/overlay/Sheet';
import { toast } from '@/ui/overlay/toasts';

/** A new phone was rejected: offers further steps. */
export function RefusedSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('account');
  const everything = useApiMutation('member/devices/logout', {
    onSuccess: () => {
      toast(t('devices.done'), 'positive');
      onClose();
    },
  });
  const help = () => {
    onClose();
    history.push('/m/customer');
  };
  return (
    <Sheet
      track="refusedLogin"
      open
      onClose={onClose}
      title={t('newDevice.refusedTitle')}
      action={
        <div className="stack stack-8">
          <Button track="logOutEverything" busy={everything.isPending} onClick={() => everything.mutate({})}>
            {t('newDevice.everything')}
          </Button>
          <Button track="contactSupport" look="text" onClick={help}>
            {t('newDevice.help')}
          </Button>
        </div>
      }
    >
      <p>{t('newDevice.refusedText')}</p>
    </Sheet>
  );
}
