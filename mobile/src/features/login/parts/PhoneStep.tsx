import { useState } from 'react';
import { hasConsented } from '../consent';
import type { Login } from '../hooks/useLogin';
import { useLast } from '../hooks/useLast';
import { Consent } from './Consent';
import { ImageCodeSheet } from './ImageCodeSheet';
import { SmsCodeForm } from './SmsCodeForm';
import { useTranslation } from '@/i18n';
import { useConfig } from '@/lib/config';
import { getSession } from '@/lib/session';
import { isPhone } from '@loanmarket/shared-types/validators';
import { Button } from '@/ui/Button';
import { PhoneField } from '@/ui/form/PhoneField';
import { Sheet } from '@/ui/overlay/Sheet';

/** The number, the agreement to the terms, and what opens over them: the picture and the code. */
export function PhoneStep({ login }: { login: Login }) {
  const { t } = useTranslation('login');
  const { region } = useConfig();
  const [phone, setPhone] = useState(() => getSession().phone);
  const [needsConsent] = useState(() => !hasConsented());
  const [agreed, setAgreed] = useState(false);
  const [tried, setTried] = useState(false);
  const { code } = login;
  const shown = useLast(code.stage.at === 'sms' ? code.stage : null);

  const valid = isPhone(phone, region);
  const ready = valid && (agreed || !needsConsent);
  const start = () => {
    setTried(true);
    if (ready) void login.start(phone);
  };

  return (
    <form
      className="stack stack-24"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <div className="stack stack-8">
        <h2 className="title-28">{t('heading')}</h2>
        <p className="quiet">{t('lead')}</p>
      </div>
      <PhoneField
        label={t('phone')}
        name="phone"
        value={phone}
        onChange={setPhone}
        error={tried && !valid ? t('validatePhone') : login.phoneWords || undefined}
      />
      {needsConsent && <Consent checked={agreed} onChange={setAgreed} missing={tried && valid && !agreed} />}
      <Button type="submit" busy={login.checking || (code.sending && code.stage.at === 'closed')}>
        {t('getCode')}
      </Button>
      <ImageCodeSheet stage={code.stage} phone={code.phone} onCode={(image) => void code.send(code.phone, image)} onClose={code.close} />
      <Sheet open={code.stage.at === 'sms'} onClose={code.close} title={t('sms.title')}>
        {shown && (
          <SmsCodeForm stage={shown} submitLabel={t('sms.submit')} sending={code.sending} onResend={() => void code.send(code.phone)} onSubmit={login.submit} />
        )}
      </Sheet>
    </form>
  );
}
