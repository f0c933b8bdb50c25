import { logIn } from '@/lib/login/logIn';
import { FaceCheckPage } from '@/features/face/parts/FaceCheckPage';
import { useTranslation } from '@/i18n';

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
