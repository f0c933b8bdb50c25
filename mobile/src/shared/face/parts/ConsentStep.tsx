import { useTranslation } from '@/i18n';
import { useApiMutation } from '@/lib/api';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { Page } from '@/ui/Page';

interface ConsentStepProps {
  version: string;
  retentionDays: number;
  onGiven: () => void;
  onLater: () => void;
  laterLabel: string;
}

/** The separate consent to biometric data: purpose, retention, withdrawal. */
export function ConsentStep({ version, retentionDays, onGiven, onLater, laterLabel }: ConsentStepProps) {
  const { t } = useTranslation('face');
  const give = useApiMutation('member/consents/set', { onSuccess: onGiven });
  return (
    <Page
      title={t('title')}
      action={
        <>
          <Button track="agreeToFace" busy={give.isPending} onClick={() => give.mutate({ kind: 'biometrics', version, granted: true })}>
            {t('consent.agree')}
          </Button>
          <Button track="withoutFace" look="text" onClick={onLater}>
            {laterLabel}
          </Button>
        </>
      }
    >
      <div className="stack stack-24">
        <div className="stack stack-8">
          <h2 className="title-28">{t('consent.title')}</h2>
          <p className="quiet">{t('consent.lead')}</p>
        </div>
        <Card>
          <div className="stack">
            {(['purpose', 'retention', 'withdrawal'] as const).map((point) => (
              <div key={point} className="stack stack-8">
                <h3 className="title-16">{t(`consent.${point}`)}</h3>
                <p className="text-14">{t(`consent.${point}Text`, { days: retentionDays })}</p>
              </div>
            ))}
          </div>
        </Card>
      </div>
    </Page>
  );
}
