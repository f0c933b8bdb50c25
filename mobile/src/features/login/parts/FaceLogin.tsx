import { logIn } from '@/lib/login/logIn';
import { useTranslation } from '@/i18n';
import { FaceCheckPage } from '@/shared/face/parts/FaceCheckPage';

/** The face check as a login. If it passes, it opens a session, like an SMS code. */
export default function FaceLogin({ phone, onSms }: { phone: string; onSms: () => void }) {
  const { t } = useTranslation('face');
  return (
    <FaceCheckPage
      scene="login"
      phone={phone}
      onPassed={({ token }) => (token ? logIn(token, phone) : onSms())}
      onSms={onSms}
      smsLabel={t('logInBySms')}
    />
  );
}
