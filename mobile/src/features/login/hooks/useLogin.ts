import { SmsType } from '@loanmarket/shared-types/enums';
import { useEffect, useRef, useState } from 'react';
import { logIn } from '@/lib/login/logIn';
import { text } from '@/i18n';
import { useServerWords } from '@/i18n/useServerWords';
import { ApiError } from '@/lib/api';
import { rememberNewMember } from '@/lib/ads/newMember';
import { getConfig } from '@/lib/config';
import { refusalOf, type Refusal } from '@/lib/login/codeStage';
import type { TextVersions } from '@/lib/login/consent';
import { forgetLogin, saveCode, savedCode } from '@/lib/login/savedLogin';
import { checkNumber, enterCode, refusalOfNumber } from '@/lib/login/steps';
import { useSmsCode, type SmsCode } from '@/shared/smsCode/useSmsCode';
import { toast } from '@/ui/overlay/toasts';

export interface Login {
  code: SmsCode;
  /** The phone check is in progress. */
  checking: boolean;
  /** The phone check's message about the number. */
  phoneWords: string;
  /** Starts with the number of a form that showed the texts `shown`. */
  start: (phone: string, shown: TextVersions) => Promise<void>;
  /** Logs in. Resolves to the reason if the code was rejected. */
  submit: (smsCode: string) => Promise<Refusal | void>;
}

/**
 * Login by SMS (spec 4): phone check, picture if required, code, session. `onNew` is called before a new member is
 * logged in.
 */
export function useLogin(onNew: () => void): Login {
  const [kept] = useState(savedCode);
  const code = useSmsCode(SmsType.login, kept);
  // A tick is for the texts that the form showed, not for those that have come into force while the code was awaited.
  const inForce = useRef<TextVersions>(kept?.inForce ?? getConfig());
  useEffect(() => {
    if (code.stage !== kept?.stage) saveCode(code.phone, code.stage, inForce.current);
  }, [kept, code.phone, code.stage]);
  const [checking, setChecking] = useState(false);
  const [phoneWords, setPhoneWords] = useServerWords();

  const start = async (phone: string, shown: TextVersions) => {
    inForce.current = shown;
    setChecking(true);
    setPhoneWords('');
    try {
      const { next } = await checkNumber(phone);
      if (next === 'image') code.askImage(phone);
      else if (next === 'send') await code.send(phone);
      else setPhoneWords(text('login:noSms', { phone: getConfig().prodPhone }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const refusal = refusalOfNumber(error);
      if (refusal) setPhoneWords(refusal.words, refusal.reason);
      else toast(error.message, 'danger');
    } finally {
      setChecking(false);
    }
  };

  const submit = async (smsCode: string) => {
    try {
      const login = await enterCode(code.phone, smsCode, inForce.current);
      if (login.isNewMember) {
        rememberNewMember(login.memberId);
        onNew();
      }
      forgetLogin();
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
