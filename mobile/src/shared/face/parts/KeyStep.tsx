import { SmsType } from '@loanmarket/shared-types/enums';
import { useRegisterKey } from '../hooks/useRegisterKey';
import { useTranslation } from '@/i18n';
import type { DeviceKey } from '@/lib/deviceKey/deviceKey';
import { StepUpCode } from '@/shared/smsCode/StepUpCode';
import { Button } from '@/ui/Button';
import { Callout } from '@/ui/Callout';
import { Page } from '@/ui/Page';
import { PhonePicture } from '@/ui/pictures';
import { StateView } from '@/ui/states';

interface KeyStepProps {
  onDone: (key: DeviceKey) => void;
  onLater: () => void;
  laterLabel: string;
}

/** Registers this phone's key, so that the server accepts its face checks. */
export function KeyStep({ onDone, onLater, laterLabel }: KeyStepProps) {
  const { t } = useTranslation('face');
  const key = useRegisterKey(onDone);
  return (
    <Page
      title={t('title')}
      action={
        <>
          {!key.impossible && (
            <Button track="registerKey" busy={key.busy} onClick={key.register}>
              {t('key.act')}
            </Button>
          )}
          <Button track="withoutKey" look={key.impossible ? 'primary' : 'text'} onClick={onLater}>
            {laterLabel}
          </Button>
        </>
      }
    >
      <StateView picture={<PhonePicture />} title={t('key.title')} text={t('key.text')} />
      {key.impossible && <Callout tone="attention" live>{t('key.impossible')}</Callout>}
      {key.words !== '' && <Callout tone="danger" live>{key.words}</Callout>}
      <StepUpCode open={key.codeAsked} type={SmsType.faceKey} onClose={key.closeCode} onDone={key.register} />
    </Page>
  );
}
