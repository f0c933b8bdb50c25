import type { DeletionData } from '@loanmarket/shared-types/api';
import { logOut } from '@/lib/login/logIn';
import { useTranslation } from '@/i18n';
import { useApiMutation } from '@/lib/api';
import { changedBy } from '@/lib/api/changes';
import { reloadAfterFailure } from '@/lib/api/hooks';
import { formatInstant } from '@/lib/format/date';
import { useNav } from '@/lib/nav/nav';
import { Button } from '@/ui/Button';
import { toast } from '@/ui/overlay/toasts';
import { Page } from '@/ui/Page';
import { WaitingPicture } from '@/ui/pictures';
import { StateView } from '@/ui/states';

/** The deletion is pending: shows when it happens and lets the borrower withdraw it. */
export function DeletionWaits({ deletion }: { deletion: DeletionData }) {
  const { t } = useTranslation('account');
  const nav = useNav();
  const withdraw = useApiMutation('member/deleteAccount/withdraw', {
    onSuccess: () => toast(t('deletion.withdrawn'), 'positive'),
    // The deletion was completed, or withdrawn on another phone, so the current state is loaded.
    onError: (error) => reloadAfterFailure(error, ...changedBy('member/deleteAccount/withdraw')),
  });
  const leave = () => {
    logOut();
    nav.tab('/m/home');
  };
  return (
    <Page
      action={
        <>
          <Button track="withdrawDeletion" busy={withdraw.isPending} onClick={() => withdraw.mutate({})}>
            {t('deletion.withdraw')}
          </Button>
          <Button track="logOut" look="text" onClick={leave}>
            {t('deletion.logOut')}
          </Button>
        </>
      }
    >
      <StateView
        picture={<WaitingPicture />}
        title={t('deletion.waitingTitle')}
        text={
          <div className="stack stack-8">
            <p>{deletion.dueAt && t('deletion.waitingText', { time: formatInstant(deletion.dueAt) })}</p>
            <p className="text-14">{deletion.requestedAt && t('deletion.requestedAt', { time: formatInstant(deletion.requestedAt) })}</p>
            <p>{t('deletion.never')}</p>
          </div>
        }
      />
    </Page>
  );
}
