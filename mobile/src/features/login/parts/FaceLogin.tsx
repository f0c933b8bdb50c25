import type { LoginForm } from './PhoneStep';
import { useTranslation } from '@/i18n';
import { logIn } from '@/lib/login/logIn';
import { recordConsents } from '@/lib/login/steps';
import { FaceCheckPage } from '@/shared/face/parts/FaceCheckPage';

interface FaceLoginProps {
  /** The form's content from before the check. */
  typed: LoginForm;
  onSms: () => void;
}

/** The face check as a login. If it passes, it opens a session, like an SMS code. */
export default function FaceLogin({ typed: { phone, agreed, inForce }, onSms }: FaceLoginProps) {
  const { t } = useTranslation('face');
  const passed = (token: string) => {
    logIn(token, phone);
    if (agreed) void recordConsents(phone, inForce);
  };
  return (
    <FaceCheckPage
      scene="login"
      phone={phone}
      onPassed={({ token }) => (token ? passed(token) : onSms())}
      onSms={onSms}
      smsLabel={t('logInBySms')}
    />
  );
}
