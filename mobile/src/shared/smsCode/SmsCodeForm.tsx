import { isSmsCode } from '@loanmarket/shared-types/validators';
import { useEffect, useRef, useState } from 'react';
import { useLanguage, useTranslation } from '@/i18n';
import { formatWait } from '@/lib/format/wait';
import type { CodeStage, Refusal } from '@/lib/login/codeStage';
import { Button } from '@/ui/Button';
import { Callout } from '@/ui/Callout';
import { CodeBoxes } from '@/ui/form/CodeBoxes';
import { useCountdown } from '@/ui/useCountdown';

interface SmsCodeFormProps {
  stage: Extract<CodeStage, { at: 'sms' }>;
  submitLabel: string;
  sending: boolean;
  onResend: () => void;
  /** Resolves to the reason if the code was rejected, or to nothing if it was right. */
  onSubmit: (code: string) => Promise<Refusal | void>;
}

/**
 * The boxes of the SMS code, the resend button with its countdown, and the error of the last attempt. The last digit
 * submits the code.
 */
export function SmsCodeForm({ stage, submitLabel, sending, onResend, onSubmit }: SmsCodeFormProps) {
  const { t } = useTranslation('login');
  const language = useLanguage();
  const [code, setCode] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const [wrongTries, setWrongTries] = useState(0);
  const { left, start, stop } = useCountdown();

  /** The sending that the boxes belong to. The result of an earlier code is ignored. */
  const about = useRef(stage.sendings);
  about.current = stage.sendings;

  useEffect(() => {
    setCode('');
    setError('');
    setBusy(false);
  }, [stage.sendings]);

  // A failed request changes only the wait: the code that was sent before it still counts.
  useEffect(() => {
    start(stage.waitSeconds);
    return stop;
  }, [stage.sendings, stage.waitSeconds, start, stop]);

  const submit = async (digits: string) => {
    if (busy || !isSmsCode(digits, stage.codeLength)) return;
    const { sendings } = stage;
    setBusy(true);
    const refusal = await onSubmit(digits);
    if (about.current !== sendings) return;
    setBusy(false);
    if (!refusal) return;
    setError(refusal.words);
    if (refusal.keep) return;
    setCode('');
    setWrongTries((before) => before + 1);
  };

  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit(code);
      }}
    >
      {stage.smsPhone && <p role="status">{t('sms.sent', { phone: stage.smsPhone })}</p>}
      {stage.sendings > 1 && !stage.words && <Callout tone="positive">{t('sms.resent')}</Callout>}
      {stage.words && <Callout tone="attention" live>{stage.words}</Callout>}
      {/* After a wrong code and for a new one the boxes are remounted: the caret is in them, and they wait for the next SMS. */}
      <CodeBoxes
        key={`${stage.sendings}/${wrongTries}`}
        label={t('sms.input', { n: stage.codeLength })}
        length={stage.codeLength}
        value={code}
        error={error || undefined}
        autoFocus
        onFull={(digits) => void submit(digits)}
        onChange={(digits) => {
          setCode(digits);
          if (digits !== '') setError('');
        }}
      />
      <Button track="sendCode" type="submit" busy={busy} disabled={!isSmsCode(code, stage.codeLength)}>
        {submitLabel}
      </Button>
      <Button track="resendCode" look="text" busy={sending} disabled={left > 0} onClick={onResend}>
        {left > 0 ? t('sms.resendIn', { wait: formatWait(left, language) }) : t('sms.resend')}
      </Button>
      <p className="text-14 quiet">
        {stage.validMinutes > 0 && `${t('sms.valid', { n: stage.validMinutes })} `}
        {t('sms.secret')}
      </p>
    </form>
  );
}
