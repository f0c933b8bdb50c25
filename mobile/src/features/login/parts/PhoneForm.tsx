import { isPhone } from '@loanmarket/shared-types/validators';
import { Suspense, useEffect, useState } from 'react';
import { useHasKey } from '../hooks/useHasKey';
import { Consent } from './Consent';
import type { PhoneStepProps } from './PhoneStep';
import { useTranslation } from '@/i18n';
import { useConfig } from '@/lib/config';
import { lazyPart } from '@/lib/lazy';
import { hasConsented, versionsOf } from '@/lib/login/consent';
import { saveLogin, savedLogin } from '@/lib/login/savedLogin';
import { checkNumberAhead } from '@/lib/login/steps';
import { getSession } from '@/lib/session';
import { Button } from '@/ui/Button';
import { focusFirstError } from '@/ui/form/focusError';
import { PhoneField } from '@/ui/form/PhoneField';

const FaceOffer = lazyPart('face', () => import('./FaceOffer'));

/** The phone number and, if still required, the consent to the terms. */
export function PhoneForm({ login, typed, onFace }: PhoneStepProps) {
  const { t } = useTranslation('login');
  const inForce = useConfig();
  const { region } = inForce;
  const [kept] = useState(() => savedLogin(inForce));
  const [phone, setPhone] = useState(() => typed?.phone ?? (kept?.phone || getSession().phone));
  const needsConsent = !hasConsented(inForce, phone);
  // A tick counts only for the texts that were in force when it was made.
  const terms = versionsOf(inForce);
  const [agreedTo, setAgreedTo] = useState(() => (typed ? typed.agreed && versionsOf(typed.inForce) : kept?.agreed && terms));
  const agreed = agreedTo === terms;
  const setAgreed = (yes: boolean) => setAgreedTo(yes && terms);
  const [tried, setTried] = useState(false);
  // A message about one number must not be shown for the next one.
  const [edited, setEdited] = useState(false);
  const valid = isPhone(phone, region);
  const waiting = login.checking || (login.code.sending && login.code.stage.at === 'closed');

  useEffect(() => saveLogin({ phone, agreed }, inForce), [phone, agreed, inForce]);
  const ready = valid && (agreed || !needsConsent);
  useEffect(() => {
    if (ready) checkNumberAhead(phone);
  }, [ready, phone]);

  const hasKey = useHasKey();
  const goOn = (by: (phone: string) => unknown) => {
    setTried(true);
    setEdited(false);
    if (!valid || (needsConsent && !agreed)) focusFirstError();
    else if (!waiting) void by(phone);
  };

  return (
    <form
      className="stack stack-24"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        goOn((number) => login.start(number, inForce));
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
        onChange={(digits) => {
          setPhone(digits);
          setEdited(true);
        }}
        error={tried && !valid ? t('validatePhone') : (!edited && login.phoneWords) || undefined}
      />
      {needsConsent && <Consent checked={agreed} onChange={setAgreed} missing={tried && valid && !agreed} />}
      <Button track="getCode" type="submit" busy={waiting}>
        {t('getCode')}
      </Button>
      {hasKey && (
        <Suspense fallback={null}>
          <FaceOffer phone={phone} onFace={() => goOn(() => onFace({ phone, agreed, inForce }))} />
        </Suspense>
      )}
    </form>
  );
}
