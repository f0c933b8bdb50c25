import type { ApprovalData } from '@loanmarket/shared-types/api';
import { logOut } from '@/lib/login/logIn';
import { useTranslation } from '@/i18n';
import { formatInstant } from '@/lib/format/date';
import { useNav } from '@/lib/nav/nav';
import { Button } from '@/ui/Button';
import { Page } from '@/ui/Page';

/** Neither method is available right now: says until when, and where to get help. */
export function AskLater({ approval }: { approval: ApprovalData }) {
  const { t } = useTranslation('login');
  const nav = useNav();
  const time = formatInstant(new Date(Date.parse(approval.now) + approval.retryAfter * 1000).toISOString());
  return (
    <Page
      action={
        <>
          <Button track="contactSupport" onClick={() => nav.to('/m/customer')}>{t('approval.help')}</Button>
          <Button track="otherNumber" look="text" onClick={logOut}>
            {t('second.other')}
          </Button>
        </>
      }
    >
      <div className="stack stack-8">
        <h2 className="title-28">{t('second.heading')}</h2>
        <p className="quiet">{t('approval.later', { time })}</p>
      </div>
    </Page>
  );
}
