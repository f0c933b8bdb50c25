import type { OrderDetailData } from '@loanmarket/shared-types/api';
import { OrderStatus } from '@loanmarket/shared-types/enums';
import { text, useTranslation } from '@/i18n';
import { HardshipNote } from '@/shared/order/HardshipNote';
import { figureLabel, isRunning, isSettled, statusTagOf } from '@/shared/order/status';
import { Due } from '@/ui/Due';
import { MoneyFigure } from '@/ui/money/MoneyFigure';
import { Tag } from '@/ui/Tag';

/** Statuses for which the notice below explains what happens next. */
const EXPLAINED: readonly number[] = [OrderStatus.rejected, OrderStatus.disbursementFailed];

/** The order's status, its main figure, and the next step. */
export function Head({ detail }: { detail: OrderDetailData }) {
  const { t } = useTranslation('order');
  const { order, nextStep } = detail;
  const { word, tone } = statusTagOf(order);
  const running = isRunning(order);
  const settled = isSettled(order);
  const figure = settled ? detail.repaid : running ? order.dueNow : order.amount;
  return (
    <header className="stack stack-8">
      <div className="row">
        <span className="strong">{order.productName}</span>
        <Tag tone={tone}>{text(word)}</Tag>
      </div>
      <div>
        <p className="text-14 quiet">{t(settled ? 'list.repaid' : figureLabel(order))}</p>
        <MoneyFigure amount={figure} currency={order.currency} size={40} />
      </div>
      {running && order.dueDate && (
        <p className="strong">
          <Due day={order.dueDate} daysLeft={order.daysLeft ?? 0} />
        </p>
      )}
      {nextStep && !EXPLAINED.includes(order.status) && <p>{nextStep}</p>}
      <HardshipNote order={order} />
    </header>
  );
}
