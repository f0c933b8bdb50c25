import type { OrderCard } from '@loanmarket/shared-types/api';
import { OrderStatus } from '@loanmarket/shared-types/enums';
import { memo, type ReactNode } from 'react';
import { HardshipNote } from './HardshipNote';
import { figureLabel, isRunning, statusTagOf } from './status';
import { text, useTranslation } from '@/i18n';
import { formatInstant } from '@/lib/format/date';
import { useNav } from '@/lib/nav/nav';
import { Card } from '@/ui/Card';
import { Due } from '@/ui/Due';
import { Facts } from '@/ui/Facts';
import { MoneyFigure } from '@/ui/money/MoneyFigure';
import { Tag } from '@/ui/Tag';

interface OrderRowProps {
  order: OrderCard;
  /** The page that a tap opens; by default the order's page. */
  to?: string;
}

/** An order in a list: product, status, current amount and due date. */
export const OrderRow = memo(function OrderRow({ order, to = `/m/order/detail/${order.orderId}` }: OrderRowProps) {
  const { t } = useTranslation('order');
  const nav = useNav();
  const { word, tone } = statusTagOf(order);
  const running = isRunning(order);
  return (
    <Card track="openOrder" onClick={() => nav.to(to)}>
      <div className="stack stack-8">
        <div className="row">
          <span className="title-16">{order.productName}</span>
          <Tag tone={tone}>{text(word)}</Tag>
        </div>
        <div className="row">
          <span className="quiet text-14">{t(figureLabel(order))}</span>
          <MoneyFigure amount={running ? order.dueNow : order.amount} currency={order.currency} size={20} />
        </div>
        <p className="text-14 quiet">{whenOf(order, running)}</p>
        <HardshipNote order={order} />
      </div>
    </Card>
  );

  function whenOf({ dueDate, daysLeft, status, offerExpiresAt, mendUntil, termDays, lenderName }: OrderCard, due: boolean): ReactNode {
    if (due && dueDate) return <Due day={dueDate} daysLeft={daysLeft ?? 0} />;
    if (status === OrderStatus.toBeConfirmed && offerExpiresAt) return t('list.offerUntil', { time: formatInstant(offerExpiresAt) });
    if (status === OrderStatus.disbursementFailed && mendUntil) return t('list.cardUntil', { time: formatInstant(mendUntil) });
    return <Facts facts={[t('list.days', { count: termDays }), lenderName]} />;
  }
});
