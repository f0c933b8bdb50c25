import type { OrderDetailData } from '@loanmarket/shared-types/api';
import { AccountChoice } from './AccountChoice';
import { useTranslation } from '@/i18n';
import { formatInstant } from '@/lib/format/date';
import { Callout } from '@/ui/Callout';

/** The disbursement failed: the reason, what that means, and the choice of another bank card while there is time. */
export function FailedPayout({ detail }: { detail: OrderDetailData }) {
  const { t } = useTranslation('order');
  const { order, bankCard, pendingCard, failureReason, mendUntil, nextStep, actions } = detail;
  const canChange = actions.includes('changeCard');
  if (!canChange && !pendingCard) {
    return (
      <Callout tone="attention" title={t('failed.title')}>
        <p>{failureReason}</p>
        <p>{nextStep}</p>
      </Callout>
    );
  }
  return (
    <>
      <Callout tone="attention" title={t('failed.title')}>
        <p>{failureReason}</p>
        <p>{t('failed.kept')}</p>
        {mendUntil && <p>{t('failed.until', { time: formatInstant(mendUntil) })}</p>}
      </Callout>
      {pendingCard && (
        <Callout title={t('failed.review')}>
          <p>{`${pendingCard.bankName} …${pendingCard.accountLast4}`}</p>
          {nextStep && <p>{nextStep}</p>}
        </Callout>
      )}
      {canChange && <AccountChoice orderId={order.orderId} failedCardId={bankCard.cardId} waiting={pendingCard !== null} />}
    </>
  );
}
