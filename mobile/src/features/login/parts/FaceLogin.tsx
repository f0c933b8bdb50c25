import { useTranslation } from '@/i18n';
import { getConfig } from '@/lib/config';
import { logIn } from '@/lib/login/logIn';
import { recordConsents } from '@/lib/login/steps';
import { FaceCheckPage } from '@/shared/face/parts/FaceCheckPage';

interface FaceLoginProps {
  phone: string;
  /** The terms were ticked before the check. */
  agreed: boolean;
  onSms: () => void;
}

/** The face check as a login. If it passes, it opens a session, like an SMS code. */
export default function FaceLogin({ phone, agreed, onSms }: FaceLoginProps) {
  const { t } = useTranslation('face');
  const passed = (token: string) => {
    logIn(token, phone);
    if (agreed) void recordConsents(phone, getConfig());
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
