import { useState } from 'react';
import { logIn } from '@/lib/login/logIn';
import { text } from '@/i18n';
import { useServerWords } from '@/i18n/useServerWords';
import { api, ApiError } from '@/lib/api';
import { rememberNewMember } from '@/lib/ads/newMember';
import { loginOrigin } from '@/lib/channel';
import { getConfig } from '@/lib/config';
import { refusalOf, type Refusal } from '@/lib/login/codeStage';
import { consentWords, hasConsented, rememberConsent } from '@/lib/login/consent';
import { useSmsCode, type SmsCode } from '@/shared/smsCode/useSmsCode';
import { toast } from '@/ui/overlay/toasts';

export interface Login {
  code: SmsCode;
  /** The phone check is under way. */
  checking: boolean;
  /** Words of the phone check about the number. */
  phoneWords: string;
  start: (phone: string) => Promise<void>;
  /** Logs in; resolves to why the code did not do. */
  submit: (smsCode: string) => Promise<Refusal | void>;
}

/** Login by SMS (spec 4): phone check, picture if needed, code, session. `onNew` is told before a new member is logged in. */
export function useLogin(onNew: () => void): Login {
  const code = useSmsCode(200);
  const [checking, setChecking] = useState(false);
  const [phoneWords, setPhoneWords] = useServerWords();

  const start = async (phone: string) => {
    setChecking(true);
    setPhoneWords('');
    try {
      const next = await check(phone);
      if (next === 'image') code.askImage(phone);
      else if (next === 'send') await code.send(phone);
      else setPhoneWords(text('login:noSms', { phone: getConfig().prodPhone }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { fields, fieldReasons, reason } = error.details;
      if (error.status === 400 || error.status === 422) setPhoneWords(fields?.phoneNum ?? error.message, fieldReasons?.phoneNum ?? reason);
      else toast(error.message, 'danger');
    } finally {
      setChecking(false);
    }
  };

  const submit = async (smsCode: string) => {
    try {
      const inForce = getConfig();
      // Without a new tick nothing is said again: what was taken back meanwhile stays so.
      const consents = hasConsented(inForce, code.phone) ? [] : consentWords(inForce);
      const login = await api('member/smsLogin', { phoneNum: code.phone, smsCode, type: 200, ...loginOrigin(), consents }, { toast: false });
      rememberConsent(inForce, code.phone);
      if (login.isNewMember) {
        rememberNewMember(login.memberId);
        onNew();
      }
      logIn(login.token, code.phone);
      return undefined;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast(error.message, 'danger');
      return refusalOf(error);
    }
  };

  return { code, checking, phoneWords: phoneWords || code.phoneWords, start, submit };
}

/** How this number goes on: picture first, code at once, or not by SMS at all. */
async function check(phoneNum: string): Promise<'image' | 'send' | 'otherwise'> {
  const quiet = { toast: false };
  const [{ types }, { needValidateCode }] = await Promise.all([
    api('member/getLoginType', { phoneNum }, quiet),
    api('member/checkPhone', { phoneNum }, quiet),
  ]);
  if (!types.includes('sms')) return 'otherwise';
  return needValidateCode ? 'image' : 'send';
}
