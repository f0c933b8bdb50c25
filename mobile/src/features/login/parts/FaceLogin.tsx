import { logIn } from '@/lib/login/logIn';
import { useTranslation } from '@/i18n';
import { FaceCheckPage } from '@/shared/face/parts/FaceCheckPage';

/** The face screen as a log-in: one that passes opens a session as the SMS code does. */
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
