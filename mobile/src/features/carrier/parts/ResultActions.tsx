import type { CarrierSession } from '@loanmarket/shared-types/api';
import { detailPath, mallPath, outcomeOf, registerPath, resolventPath, sessionPath, failureReasonOf } from '../paths';
import { useTranslation } from '@/i18n';
import { useNav } from '@/lib/nav/nav';
import { Button } from '@/ui/Button';

/** The available actions after a session. */
export function ResultActions({ session }: { session: CarrierSession }) {
  const { t } = useTranslation('carrier');
  const nav = useNav();
  const { channel, kind } = session;
  switch (outcomeOf(session)) {
    case null:
      return <Button track="enterCode" onClick={() => nav.replace(sessionPath(session))}>{t('running.enter')}</Button>;
    case 'waiting':
      return (
        <Button track="later" look="quiet" onClick={() => nav.replace('/m/auth')}>
          {t('result.later')}
        </Button>
      );
    case 'success':
      return kind === 'register' ? (
        <Button track="proveNow" onClick={() => nav.replace(detailPath(channel, 'password'))}>{t('result.proveNow')}</Button>
      ) : (
        <Button track="done" onClick={() => nav.replace('/m/auth')}>{t('result.done')}</Button>
      );
    default: {
      const failure = failureReasonOf(session);
      return (
        <>
          {failure === 'no_account' ? (
            <Button track="register" onClick={() => nav.replace(registerPath(channel))}>{t('result.open')}</Button>
          ) : failure === 'not_ours' ? (
            <Button track="otherCarrier" onClick={() => nav.replace('/m/auth/opt')}>{t('result.otherCarrier')}</Button>
          ) : (
            <Button track="tryAgain" onClick={() => nav.replace(mallPath(channel))}>{t('result.again')}</Button>
          )}
          <Button track="seeHow" look="text" onClick={() => nav.to(resolventPath(failure))}>
            {t('result.how')}
          </Button>
        </>
      );
    }
  }
}
