import type { OrderCard } from '@loanmarket/shared-types/api';
import { OrderStatus } from '@loanmarket/shared-types/enums';
import { needOf } from '../running';
import { text, useTranslation } from '@/i18n';
import { formatDay, formatDaysLeft, formatInstant } from '@/lib/format/date';
import { headlineOf } from '@/shared/order/status';
import { Tag } from '@/ui/Tag';

/** The facts and the deadline shown below the figure. */
export function LoanFacts({ order }: { order: OrderCard }) {
  const { t } = useTranslation('home');
  switch (needOf(order)) {
    case 'overdue':
    case 'pay':
      return order.dueDate === null || order.daysLeft === null ? null : (
        <p>
          {text('common:date.due', { day: formatDay(order.dueDate) })}{' '}
          <Tag tone={order.daysLeft < 0 ? 'danger' : order.daysLeft <= 3 ? 'attention' : 'plain'}>{formatDaysLeft(order.daysLeft)}</Tag>
        </p>
      );
    case 'confirm':
      return (
        <div>
          <p className="strong">{text(headlineOf(order))}</p>
          {order.offerExpiresAt && <p className="text-14 quiet">{t('loan.offerUntil', { time: formatInstant(order.offerExpiresAt) })}</p>}
        </div>
      );
    case 'lapsed':
      return <Words title={text(headlineOf(order))} text={t('loan.offerOverText')} />;
    case 'changeCard':
      return <Words title={text(headlineOf(order))} text={order.mendUntil ? t('loan.failedText', { time: formatInstant(order.mendUntil) }) : t('loan.failedNext')} />;
    default:
      return <Words title={text(headlineOf(order))} text={t(order.status === OrderStatus.disbursing ? 'loan.disbursingText' : 'loan.reviewText')} />;
  }
}

function Words({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <p className="strong">{title}</p>
      <p className="text-14 quiet">{text}</p>
    </div>
  );
}
