import { useCallback, useRef, useState } from 'react';
import { useServerWords } from '@/i18n/useServerWords';
import { getConfig } from '@/lib/config';
import { afterSending, type CodeStage, type CodeType } from '@/lib/login/codeStage';
import { askForCode } from '@/lib/login/steps';
import { toast } from '@/ui/overlay/toasts';

export interface SmsCode {
  stage: CodeStage;
  /** A code is being requested. */
  sending: boolean;
  /** The message about the number itself. */
  phoneWords: string;
  /** Requests a code. `imageCode` is the answer to the picture. */
  send: (phone: string, imageCode?: string) => Promise<void>;
  /** Opens the picture popup without a request, because the phone check said that it is required. */
  askImage: (phone: string) => void;
  close: () => void;
  /** The number of the current stage. */
  phone: string;
}

/**
 * The steps to an SMS code of one type: the picture if the server requires one, then the dialog with its resend delay.
 * `stood` restores an earlier stage.
 */
export function useSmsCode(type: CodeType, stood: { phone: string; stage: CodeStage } | null = null): SmsCode {
  const [stage, setStage] = useState<CodeStage>(stood?.stage ?? { at: 'closed' });
  const [phone, setPhone] = useState(stood?.phone ?? '');
  const [phoneWords, setPhoneWords] = useServerWords();
  const [sending, setSending] = useState(false);
  const latest = useRef(stage);
  latest.current = stage;
  /** The number of the request whose response is awaited. */
  const asked = useRef(0);

  const send = useCallback(
    async (number: string, imageCode?: string) => {
      asked.current += 1;
      const own = asked.current;
      setPhone(number);
      setPhoneWords('');
      setSending(true);
      const result = await askForCode(number, type, imageCode);
      // Closed or requested again meanwhile: the result must not open a dialog or be shown for another number.
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
