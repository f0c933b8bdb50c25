import { useCallback, useRef, useState } from 'react';
import { useServerWords } from '@/i18n/useServerWords';
import { getConfig } from '@/lib/config';
import { afterSending, type CodeStage, type CodeType } from '@/lib/login/codeStage';
import { askForCode } from '@/lib/login/steps';
import { toast } from '@/ui/overlay/toasts';

export interface SmsCode {
  stage: CodeStage;
  /** A code is being asked for. */
  sending: boolean;
  /** Words about the number itself. */
  phoneWords: string;
  /** Asks for a code; `imageCode` is the picture's answer. */
  send: (phone: string, imageCode?: string) => Promise<void>;
  /** Opens the picture's popup without asking first: the phone check said that it is needed. */
  askImage: (phone: string) => void;
  close: () => void;
  /** The number that the present stage is about. */
  phone: string;
}

/** The way to an SMS code of one type: picture if the server wants one, then the dialog with its resend wait. It begins where it stood. */
export function useSmsCode(type: CodeType, stood: { phone: string; stage: CodeStage } | null = null): SmsCode {
  const [stage, setStage] = useState<CodeStage>(stood?.stage ?? { at: 'closed' });
  const [phone, setPhone] = useState(stood?.phone ?? '');
  const [phoneWords, setPhoneWords] = useServerWords();
  const [sending, setSending] = useState(false);
  const latest = useRef(stage);
  latest.current = stage;
  /** Of the codes that were asked for, the one whose answer is waited for. */
  const asked = useRef(0);

  const send = useCallback(
    async (number: string, imageCode?: string) => {
      asked.current += 1;
      const own = asked.current;
      setPhone(number);
      setPhoneWords('');
      setSending(true);
      const result = await askForCode(number, type, imageCode);
      // Closed meanwhile, or asked for anew: nothing opens by itself, or says of one number what is so of another.
      if (own !== asked.current) return;
      const next = afterSending(latest.current, result, getConfig().region.smsCodeLength);
      setSending(false);
      setStage(next.stage);
      setPhoneWords(next.phoneWords ?? '', next.phoneReason);
      if (next.toastWords) toast(next.toastWords, 'danger');
    },
    [type, setPhoneWords],
  );

  const askImage = useCallback(
    (number: string) => {
      setPhone(number);
      setPhoneWords('');
      setStage({ at: 'image', round: 0, words: '' });
    },
    [setPhoneWords],
  );
  const close = useCallback(() => {
    asked.current += 1;
    setSending(false);
    setStage({ at: 'closed' });
  }, []);

  return { stage, sending, phoneWords, send, askImage, close, phone };
}
