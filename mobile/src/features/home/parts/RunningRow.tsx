import type { OrderCard } from '@loanmarket/shared-types/api';
import { OrderStatus } from '@loanmarket/shared-types/enums';
import { needOf, type Need } from '../running';
import { useTranslation } from '@/i18n';
import { formatDaysLeft } from '@/lib/format/date';
import { formatMoney } from '@/lib/format/money';
import { useNav } from '@/lib/nav/nav';
import { LinkRow } from '@/ui/LinkRow';
import { Tag, type Tone } from '@/ui/Tag';

const tones: Record<Need, Tone> = { overdue: 'danger', confirm: 'positive', changeCard: 'attention', pay: 'plain', wait: 'plain' };

/** A further running loan in one row. */
export function RunningRow({ order }: { order: OrderCard }) {
  const { t } = useTranslation(['home', 'terms']);
  const nav = useNav();
  const need = needOf(order) ?? 'wait';
  const toPay = need === 'pay' || need === 'overdue';
  const state = toPay
    ? formatDaysLeft(order.daysLeft ?? 0)
    : need === 'confirm'
      ? t('terms:toBeConfirmed')
      : need === 'changeCard'
        ? t('home:loan.failedTag')
        : t(order.status === OrderStatus.disbursing ? 'terms:disbursing' : 'terms:underReview');
  return (
    <LinkRow
      title={formatMoney(toPay ? order.dueNow : order.amount, order.currency)}
      text={order.productName}
      end={<Tag tone={tones[need]}>{state}</Tag>}
      onClick={() => nav.to(`/m/order/detail/${order.orderId}`)}
    />
  );
}
