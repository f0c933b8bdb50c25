import type { Login } from '../hooks/useLogin';
import { PhoneForm } from './PhoneForm';
import { useTranslation } from '@/i18n';
import type { TextVersions } from '@/lib/login/consent';
import { ImageCodeSheet } from '@/shared/smsCode/ImageCodeSheet';
import { SmsCodeForm } from '@/shared/smsCode/SmsCodeForm';
import { Sheet, useLast } from '@/ui/overlay/Sheet';

/** The typed number and the checkbox. A consent given for one number is not given for another. */
export interface LoginForm {
  phone: string;
  agreed: boolean;
  /** The texts that were in force then. */
  inForce: TextVersions;
}

export interface PhoneStepProps {
  login: Login;
  /** The form's content from before the face check; null if there was none. */
  typed?: LoginForm | null;
  onFace: (typed: LoginForm) => void;
}

/** The phone number, and the sheets over it for the picture and the code. */
export function PhoneStep({ login, typed, onFace }: PhoneStepProps) {
  const { t } = useTranslation('login');
  const { code } = login;
  const shown = useLast(code.stage.at === 'sms' ? code.stage : null);
  // After the login the page is left once the borrower is loaded. Until then the button stays busy, because its code has
  // been used.
  const submit = async (smsCode: string) => (await login.submit(smsCode)) ?? new Promise<never>(() => undefined);
  return (
    <>
      <PhoneForm login={login} typed={typed} onFace={onFace} />
      <ImageCodeSheet stage={code.stage} phone={code.phone} sending={code.sending} onCode={(image) => void code.send(code.phone, image)} onClose={code.close} />
      <Sheet track="smsCode" open={code.stage.at === 'sms'} onClose={code.close} title={t('sms.title')}>
        {shown && (
          <SmsCodeForm stage={shown} submitLabel={t('sms.submit')} sending={code.sending} onResend={() => void code.send(code.phone)} onSubmit={submit} />
        )}
      </Sheet>
    </>
  );
}
