import type { InboxNotice } from '@loanmarket/shared-types/api';
import { useTranslation } from '@/i18n';
import { useApiMutation } from '@/lib/api';
import { Button } from '@/ui/Button';
import { Sheet } from '@/ui/overlay/Sheet';

interface NewDeviceNoticeProps {
  notice: InboxNotice;
  onRefused: () => void;
  onClose: () => void;
}

/** A new phone has logged in. The borrower confirms it or logs it out. */
export function NewDeviceNotice({ notice, onRefused, onClose }: NewDeviceNoticeProps) {
  const { t } = useTranslation('account');
  const read = useApiMutation('support/read');
  const logOut = useApiMutation('member/devices/logout', {
    onSuccess: () => {
      onRefused();
      read.mutate({ noticeIds: [notice.noticeId] });
    },
  });
  return (
    <Sheet
      track="newDevice"
      open
      onClose={onClose}
      title={notice.title}
      action={
        <div className="stack stack-8">
          <Button track="wasMe" busy={read.isPending} disabled={logOut.isPending} onClick={() => read.mutate({ noticeIds: [notice.noticeId] })}>
            {t('newDevice.wasMe')}
          </Button>
          {notice.subjectId !== null && (
            <Button track="notMe" look="danger" busy={logOut.isPending} disabled={read.isPending} onClick={() => logOut.mutate({ deviceId: notice.subjectId! })}>
              {t('newDevice.notMe')}
            </Button>
          )}
        </div>
      }
    >
      <p>{notice.text}</p>
    </Sheet>
  );
}
