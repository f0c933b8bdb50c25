import type { SmsType } from '@loanmarket/shared-types/enums';
import { Suspense, useEffect, useRef, useState } from 'react';
import { ImageCodeSheet } from './ImageCodeSheet';
import { SmsCodeForm } from './SmsCodeForm';
import { useSmsCode } from './useSmsCode';
import { useTranslation } from '@/i18n';
import { api, ApiError } from '@/lib/api';
import { refusalOf, type CodeType } from '@/lib/login/codeStage';
import { useMember } from '@/lib/member';
import { getSession } from '@/lib/session';
import { Button } from '@/ui/Button';
import { Sheet, useLast } from '@/ui/overlay/Sheet';
import { toast } from '@/ui/overlay/toasts';
import { SkeletonLine } from '@/ui/Skeleton';

interface StepUpCodeProps {
  open: boolean;
  /** The purpose of the code. */
  type: Exclude<CodeType, typeof SmsType.login>;
  onClose: () => void;
  /**
   * Uses the code; throws an ApiError if it is wrong. Without it, the code only makes the session fresh
   * (member/checkSmsCode), for calls that require a fresh session.
   */
  onCode?: (code: string) => Promise<void>;
  /** The code was right. */
  onDone: () => void;
}

/**
 * Asks for a fresh SMS code before an important action. Opening the dialog sends the code; its texts are loaded when it
 * is shown.
 */
export function StepUpCode(props: StepUpCodeProps) {
  return (
    <Suspense fallback={null}>
      <Dialog {...props} />
    </Suspense>
  );
}

function Dialog({ open, type, onClose, onCode, onDone }: StepUpCodeProps) {
  const { t } = useTranslation('login');
  const member = useMember();
  const code = useSmsCode(type);
  const phone = getSession().phone || (member.data?.phoneNum ?? '');
  const { send, close } = code;
  const last = useLast(code.stage.at === 'sms' ? code.stage : null);
  // What the sheet shows while it slides out. When it opens again, it must not show the previous code as sent.
  const shown = open && code.stage.at === 'closed' ? null : last;

  /** A code was requested, and the result is known. */
  const [tried, setTried] = useState(false);
  const waits = code.sending || !tried;

  useEffect(() => {
    setTried(false);
    if (!open) close();
    else if (phone !== '') void send(phone).then(() => setTried(true));
  }, [open, phone, send, close]);

  /** Increases when the dialog opens or closes. An error of a code sent before that is shown as a toast, not at the boxes. */
  const turn = useRef(0);
  useEffect(
    () => () => {
      turn.current += 1;
    },
    [open],
  );

  const submit = async (digits: string) => {
    const { current: begun } = turn;
    try {
      await (onCode ? onCode(digits) : api('member/checkSmsCode', { smsCode: digits, type }, { toast: false }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const refusal = refusalOf(error);
      if (turn.current === begun) return refusal;
      toast(refusal.words, 'danger');
      return undefined;
    }
    onDone();
    return undefined;
  };

  return (
    <>
      <Sheet track="smsCode" open={open && code.stage.at !== 'image'} onClose={onClose} title={t(`stepUp.title${type}`)}>
        {shown ? (
          <SmsCodeForm stage={shown} submitLabel={t('sms.confirm')} sending={code.sending} onResend={() => void send(phone)} onSubmit={submit} />
        ) : (
          <div className="stack" aria-busy={waits}>
            <p className="quiet" role="status">
              {code.phoneWords || t(waits ? 'stepUp.sending' : 'stepUp.failed')}
            </p>
            {waits ? <SkeletonLine height={4} /> : <Button track="resendCode" onClick={() => void send(phone)}>{t('stepUp.again')}</Button>}
          </div>
        )}
      </Sheet>
      <ImageCodeSheet stage={open ? code.stage : { at: 'closed' }} phone={phone} sending={code.sending} onCode={(image) => void send(phone, image)} onClose={onClose} />
    </>
  );
}
