import type { CarrierSession } from '@loanmarket/shared-types/api';
import { outcomeOf, failureReasonOf } from '../paths';
import styles from './Lines.module.css';
import { useTranslation } from '@/i18n';
import { formatInstantDay } from '@/lib/format/date';
import { ApprovedPicture, RejectedPicture, WaitingPicture } from '@/ui/pictures';
import { StateView } from '@/ui/states';

/** The result of a session, what it means, and what happens next. */
export function ResultView({ session, long }: { session: CarrierSession; long: boolean }) {
  return (
    <div aria-live="polite">
      <View session={session} long={long} />
    </div>
  );
}

function View({ session, long }: { session: CarrierSession; long: boolean }) {
  const { t } = useTranslation('carrier');
  const { name, phone, kind, validUntil, tenureMonths } = session;
  switch (outcomeOf(session)) {
    case 'success':
      return kind === 'register' ? (
        <StateView picture={<ApprovedPicture />} title={t('result.openedTitle', { name })} text={<p>{t('result.openedText')}</p>} />
      ) : (
        <StateView
          picture={<ApprovedPicture />}
          title={t('result.successTitle')}
          text={
            <div className="stack stack-8">
              <p>{t('result.successText', { name, phone })}</p>
              {typeof tenureMonths === 'number' && <p>{t('result.tenure', { count: tenureMonths })}</p>}
              {validUntil && <p>{t('result.valid', { day: formatInstantDay(validUntil) })}</p>}
            </div>
          }
        />
      );
    case 'failed':
      return (
        <StateView
          picture={<RejectedPicture />}
          title={t(`failure.${failureReasonOf(session)}.title`)}
          text={
            <div className="stack stack-8">
              <p>{t(`failure.${failureReasonOf(session)}.todo`)}</p>
              <p>{t('result.harmless')}</p>
            </div>
          }
        />
      );
    case null:
      return <StateView picture={<WaitingPicture />} title={t('running.title', { name })} text={<p>{t('running.code')}</p>} />;
    default:
      return (
        <StateView
          picture={
            <div className={styles.breathing}>
              <WaitingPicture />
            </div>
          }
          title={t('result.waitingTitle', { name })}
          text={
            <div className="stack stack-8">
              <p>{t(long ? 'result.longer' : 'result.waitingText')}</p>
              <p>{t('result.leave')}</p>
            </div>
          }
        />
      );
  }
}
