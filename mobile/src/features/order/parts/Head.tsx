import type { OrderDetailData } from '@loanmarket/shared-types/api';
import { isRunning, standingOf } from '../standing';
import { text, useTranslation } from '@/i18n';
import { formatDay, formatDaysLeft } from '@/lib/format/date';
import { MoneyFigure } from '@/ui/money/MoneyFigure';
import { Tag } from '@/ui/Tag';

/** Where the order stands, the figure that counts, and what happens next. */
export function Head({ detail }: { detail: OrderDetailData }) {
  const { t } = useTranslation('order');
  const { order, nextStep } = detail;
  const { word, tone } = standingOf(order);
  const running = isRunning(order);
  return (
    <header className="stack stack-8">
      <div className="row">
        <span className="text-14 quiet">{order.productName}</span>
        <Tag tone={tone}>{text(word)}</Tag>
      </div>
      <MoneyFigure amount={running ? order.dueNow : order.amount} currency={order.currency} size={40} />
      {running && order.dueDate && (
        <p className="strong">
          {t('detail.due', { day: formatDay(order.dueDate) })} · {formatDaysLeft(order.daysLeft ?? 0)}
        </p>
      )}
      {nextStep && <p>{nextStep}</p>}
    </header>
  );
}
