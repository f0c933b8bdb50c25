import type { Debt } from '../seen';
import { Age } from './Age';
import { useTranslation } from '@/i18n';
import { formatDay } from '@/lib/format/date';
import { Card } from '@/ui/Card';
import { Facts } from '@/ui/Facts';
import { MoneyFigure } from '@/ui/money/MoneyFigure';

/** The debt of a loan as last loaded. */
export function DebtCard({ debt, now }: { debt: Debt; now: number }) {
  const { t } = useTranslation(['offline', 'common']);
  return (
    <Card>
      <div className="stack stack-8">
        <p className="text-14 quiet"><Facts facts={[debt.lenderName, debt.orderNo]} /></p>
        <MoneyFigure amount={debt.dueNow} currency={debt.currency} size={28} />
        <p>{t('common:date.due', { day: formatDay(debt.dueDate) })}</p>
        <Age at={debt.at} now={now} />
      </div>
    </Card>
  );
}
