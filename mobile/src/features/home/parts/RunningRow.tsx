import type { OrderCard } from '@loanmarket/shared-types/api';
import { useText, useTranslation } from '@/i18n';
import { formatDaysLeft } from '@/lib/format/date';
import { formatMoney } from '@/lib/format/money';
import { useNav } from '@/lib/nav/nav';
import { hardshipWords } from '@/shared/order/hardshipWords';
import { isRunning, statusTagOf } from '@/shared/order/status';
import { Facts } from '@/ui/Facts';
import { LinkRow } from '@/ui/LinkRow';
import { Tag } from '@/ui/Tag';

/** Another running loan in one row. */
export function RunningRow({ order }: { order: OrderCard }) {
  const say = useText();
  const { t } = useTranslation('home');
  const nav = useNav();
  const { word, tone } = statusTagOf(order);
  const toPay = isRunning(order);
  return (
    <LinkRow
      track="openOrder"
      title={formatMoney(toPay ? order.dueNow : order.amount, order.currency)}
      text={hardshipWords(order) ?? (toPay ? <Facts facts={[t((order.daysLeft ?? 0) < 0 ? 'loan.dueOverdue' : 'loan.dueToday'), order.productName]} /> : order.productName)}
      end={<Tag tone={tone}>{toPay ? formatDaysLeft(order.daysLeft ?? 0) : say(word)}</Tag>}
      onClick={() => nav.to(`/m/order/detail/${order.orderId}`)}
    />
  );
}
