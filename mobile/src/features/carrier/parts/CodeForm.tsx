import type { CarrierSession } from '@loanmarket/shared-types/api';
import { useState } from 'react';
import { detailPath, mallPath, outcomeOf, registerPath, sessionPath } from '../paths';
import { useTranslation } from '@/i18n';
import { api, ApiError } from '@/lib/api';
import { refusalOf, type CodeStage } from '@/lib/login/codeStage';
import { useNav } from '@/lib/nav/nav';
import { SmsCodeForm } from '@/shared/smsCode/SmsCodeForm';
import { Button } from '@/ui/Button';
import { Callout } from '@/ui/Callout';

type Sms = Extract<CodeStage, { at: 'sms' }> & { codesLeft: number };

/** The boxes for the carrier's code. After a wrong code the borrower can try again or request another one. */
export function CodeForm({ session }: { session: CarrierSession }) {
  const { t } = useTranslation('carrier');
  const nav = useNav();
  const params = { channel: session.channel };
  const [stage, setStage] = useState<Sms>(() => stageOf(session, 1));
  const [sending, setSending] = useState(false);
  const none = stage.codesLeft === 0;

  const submit = async (smsCode: string) => {
    try {
      const after = await api('mall/{channel}/next', { smsCode }, { toast: false, params });
      nav.replace(sessionPath(after));
      return undefined;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.details.reason === 'code_first') nav.replace(mallPath(session.channel));
      return refusalOf(error);
    }
  };

  const resend = async () => {
    setSending(true);
    try {
      const after = await api('mall/{channel}/code', {}, { toast: false, params });
      if (outcomeOf(after)) nav.replace(sessionPath(after));
      else setStage(stageOf(after, stage.sendings + 1));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setStage({ ...stage, words: error.message, waitSeconds: error.details.retryAfter ?? 0 });
    } finally {
      setSending(false);
    }
  };

  return (
    <div className="stack stack-24">
      <p>{t('code.lead', { name: session.name })}</p>
      <SmsCodeForm stage={stage} submitLabel={t('code.submit')} sending={sending} onResend={() => void resend()} onSubmit={submit} />
      {none && <Callout tone="attention">{t('code.noMore')}</Callout>}
      <Button track="beginAnew" look="text" onClick={() => nav.replace(session.kind === 'register' ? registerPath(session.channel, session.type) : detailPath(session.channel, session.type))}>
        {t('code.anew')}
      </Button>
    </div>
  );
}

function stageOf(session: CarrierSession, sendings: number): Sms {
  return {
    at: 'sms', smsPhone: session.phone, codeLength: session.codeLength, validMinutes: 5, waitSeconds: session.codeAgainIn ?? 0, words: '', sendings,
    codesLeft: session.codesLeft,
  };
}
