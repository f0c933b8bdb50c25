import type { Login } from '../hooks/useLogin';
import { PhoneForm } from './PhoneForm';
import { useTranslation } from '@/i18n';
import { ImageCodeSheet } from '@/shared/smsCode/ImageCodeSheet';
import { SmsCodeForm } from '@/shared/smsCode/SmsCodeForm';
import { Sheet, useLast } from '@/ui/overlay/Sheet';

/** What is typed and ticked: terms that nobody had to agree to for one number are not agreed to for another. */
export interface LoginForm {
  phone: string;
  agreed: boolean;
}

export interface PhoneStepProps {
  login: Login;
  /** What the form held when a face check took its place. */
  typed?: LoginForm | undefined;
  onFace: (typed: LoginForm) => void;
}

/** The number, and what opens over it: the picture and the code. */
export function PhoneStep({ login, typed, onFace }: PhoneStepProps) {
  const { t } = useTranslation('login');
  const { code } = login;
  const shown = useLast(code.stage.at === 'sms' ? code.stage : null);
  return (
    <>
      <PhoneForm login={login} typed={typed} onFace={onFace} />
      <ImageCodeSheet stage={code.stage} phone={code.phone} onCode={(image) => void code.send(code.phone, image)} onClose={code.close} />
      <Sheet track="smsCode" open={code.stage.at === 'sms'} onClose={code.close} title={t('sms.title')}>
        {shown && (
          <SmsCodeForm stage={shown} submitLabel={t('sms.submit')} sending={code.sending} onResend={() => void code.send(code.phone)} onSubmit={login.submit} />
        )}
      </Sheet>
    </>
  );
}
