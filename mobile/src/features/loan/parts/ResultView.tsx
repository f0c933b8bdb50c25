import type { OrderDetailData } from '@loanmarket/shared-types/api';
import type { ReactNode } from 'react';
import styles from './ResultView.module.css';
import { text, useTranslation } from '@/i18n';
import { formatInstant } from '@/lib/format/date';
import { formatMoney } from '@/lib/format/money';
import { headlineOf, stateOf, type OrderState } from '@/shared/order/status';
import { MoneyFigure } from '@/ui/money/MoneyFigure';
import { ApprovedPicture, BankPicture, EmptyPicture, RejectedPicture, WaitingPicture } from '@/ui/pictures';
import { StateView } from '@/ui/states';

const pictures: Record<OrderState, ReactNode> = {
  reviewing: <div className={styles.breathing}><WaitingPicture /></div>,
  toConfirm: <ApprovedPicture />,
  lapsed: <EmptyPicture />,
  rejected: <RejectedPicture />,
  disbursing: <BankPicture />,
  failed: <RejectedPicture />,
  cancelled: <EmptyPicture />,
  cancelledBySystem: <EmptyPicture />,
  awaiting: <ApprovedPicture />,
  overdue: <ApprovedPicture />,
  settled: <ApprovedPicture />,
};

/**
 * States in which the money is being sent or has been sent. The figure is the amount received, after the front service
 * fee.
 */
const SENT: readonly OrderState[] = ['disbursing', 'awaiting', 'overdue'];

interface ResultViewProps {
  detail: OrderDetailData;
  /** The amount applied for, in minor units; null if unknown. */
  applied: number | null;
  /** It takes longer than usual. */
  long: boolean;
}

/** The result in words: what happened, what it means for the borrower's money, what comes next. */
export function ResultView({ detail, applied, long }: ResultViewProps) {
  const { t } = useTranslation(['loan', 'terms']);
  const { order } = detail;
  const sent = SENT.includes(stateOf(order));
  return (
    <div className={styles.result} aria-live="polite">
      <StateView
        picture={pictures[stateOf(order)]}
        title={text(headlineOf(order))}
        text={
          <div className="stack stack-8">
            <div>
              <p className="text-14 first-up">{t(sent ? 'terms:actualReceived' : 'terms:loanAmount')}</p>
              <MoneyFigure amount={sent ? detail.actualReceived : order.amount} currency={order.currency} size={28} />
            </div>
            <div>
              <p className="text-14">{order.productName}</p>
              <p className="text-14">{order.lenderName}</p>
            </div>
            <Words detail={detail} applied={applied} long={long} />
            <p className="text-14">{t('loan:status.orderNo', { no: order.orderNo })}</p>
          </div>
        }
      />
    </div>
  );
}

function Words({ detail, applied, long }: ResultViewProps) {
  const { t } = useTranslation('loan');
  const { order } = detail;
  switch (stateOf(order)) {
    case 'reviewing':
      return <p>{t(long ? 'status.longer' : 'status.waitingText')}</p>;
    case 'toConfirm':
      return (
        <>
          {applied !== null && order.amount < applied && <p>{t('status.approvedLess', { amount: formatMoney(order.amount, order.currency) })}</p>}
          <p>{t('status.approvedText', { time: formatInstant(order.offerExpiresAt!) })}</p>
        </>
      );
    case 'rejected':
      return (
        <>
          {detail.rejectReason && <p>{detail.rejectReason}</p>}
          <p>{t('status.rejectedText')}</p>
          <Again until={detail.freezeUntil} />
        </>
      );
    case 'failed':
      return (
        <>
          {detail.failureReason && <p>{detail.failureReason}</p>}
          <p>{detail.nextStep}</p>
        </>
      );
    case 'cancelled':
    case 'cancelledBySystem':
      return (
        <>
          <p>{t('status.closedText')}</p>
          <Again until={detail.freezeUntil} />
        </>
      );
    default:
      return <p>{detail.nextStep}</p>;
  }
}

function Again({ until }: { until: string | null }) {
  const { t } = useTranslation('loan');
  return until === null ? null : <p>{t('status.rejectedAgain', { time: formatInstant(until) })}</p>;
}
