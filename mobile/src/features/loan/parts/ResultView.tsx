import type { OrderDetailData } from '@loanmarket/shared-types/api';
import type { ReactNode } from 'react';
import { resultOf, type Result } from '../result';
import styles from './ResultView.module.css';
import { useTranslation } from '@/i18n';
import { formatInstant, formatInstantDay } from '@/lib/format/date';
import { formatMoney } from '@/lib/format/money';
import { MoneyFigure } from '@/ui/money/MoneyFigure';
import { ApprovedPicture, BankPicture, EmptyPicture, RejectedPicture, WaitingPicture } from '@/ui/pictures';
import { StateView } from '@/ui/states';

const pictures: Record<Result, ReactNode> = {
  waiting: <WaitingPicture />,
  approved: <ApprovedPicture />,
  rejected: <RejectedPicture />,
  disbursing: <BankPicture />,
  paidOut: <ApprovedPicture />,
  failed: <RejectedPicture />,
  closed: <EmptyPicture />,
};

interface ResultViewProps {
  detail: OrderDetailData;
  /** The amount applied for, in minor units, where it is known. */
  applied: number | null;
  /** It takes longer than usual. */
  long: boolean;
}

/** The result in words: what happened, what it means for my money, what comes next. */
export function ResultView({ detail, applied, long }: ResultViewProps) {
  const { t } = useTranslation('loan');
  const { order } = detail;
  const result = resultOf(order.status);
  return (
    <div className={styles.result} aria-live="polite">
      <StateView
        picture={result === 'waiting' ? <div className={styles.breathing}>{pictures.waiting}</div> : pictures[result]}
        title={t(`status.${result}`)}
        text={
          <div className="stack stack-8">
            <MoneyFigure amount={order.amount} currency={order.currency} size={28} />
            <p className="text-14">
              {order.productName} · {order.lenderName}
            </p>
            <Words detail={detail} applied={applied} result={result} long={long} />
            <p className="text-14">{t('status.orderNo', { no: order.orderNo })}</p>
          </div>
        }
      />
    </div>
  );
}

function Words({ detail, applied, result, long }: ResultViewProps & { result: Result }) {
  const { t } = useTranslation('loan');
  const { order } = detail;
  switch (result) {
    case 'waiting':
      return <p>{t(long ? 'status.longer' : 'status.waitingText')}</p>;
    case 'approved':
      return (
        <>
          {applied !== null && order.amount < applied && <p>{t('status.approvedLess', { amount: formatMoney(order.amount, order.currency) })}</p>}
          {order.offerExpiresAt && <p>{t('status.approvedText', { time: formatInstant(order.offerExpiresAt) })}</p>}
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
    case 'closed':
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
  return until === null ? null : <p>{t('status.rejectedAgain', { date: formatInstantDay(until) })}</p>;
}
