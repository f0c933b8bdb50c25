import type { ApprovalData } from '@loanmarket/shared-types/api';
import { logOut } from '@/lib/login/logIn';
import { useTranslation } from '@/i18n';
import { Button } from '@/ui/Button';
import { Callout } from '@/ui/Callout';
import { Page } from '@/ui/Page';

interface AskOtherPhoneProps {
  approval: ApprovalData;
  asking: boolean;
  onAsk: () => void;
  /** Opens the question for the ID number, if it is available. */
  onName: () => void;
}

/** Offers to ask the borrower's other phone, which is logged in. */
export function AskOtherPhone({ approval, asking, onAsk, onName }: AskOtherPhoneProps) {
  const { t } = useTranslation('login');
  return (
    <Page
      action={
        <>
          <Button track="askOtherPhone" busy={asking} onClick={onAsk}>
            {t('approval.ask')}
          </Button>
          {approval.mayName && (
            <Button track="nameIdNumber" look="quiet" onClick={onName}>
              {t('approval.name')}
            </Button>
          )}
          <Button track="otherNumber" look="text" onClick={logOut}>
            {t('second.other')}
          </Button>
        </>
      }
    >
      <div className="stack stack-24">
        <div className="stack stack-8">
          <h2 className="title-28">{t('second.heading')}</h2>
          <p className="quiet">{t('approval.lead')}</p>
        </div>
        {approval.state === 'failed' && <Callout tone="attention">{t('approval.failed')}</Callout>}
        {approval.state === 'expired' && <Callout>{t('approval.unanswered')}</Callout>}
        <p className="quiet text-14">{t('second.why')}</p>
      </div>
    </Page>
  );
}
