import type { HardshipData } from '@loanmarket/shared-types/api';
import { useTranslation } from '@/i18n';
import { formatDay } from '@/lib/format/date';
import { Card } from '@/ui/Card';
import { Facts } from '@/ui/Facts';
import { MoneyFigure } from '@/ui/money/MoneyFigure';

/** The loan, its debt and its due date. */
export function HardshipHead({ data }: { data: HardshipData }) {
  const { t } = useTranslation(['support', 'common']);
  return (
    <div className="stack">
      <p className="quiet">{t('support:hardship.intro')}</p>
      <Card>
        <div className="stack stack-4">
          <p className="text-14 quiet">{t('support:hardship.owed')}</p>
          <MoneyFigure amount={data.owed} currency={data.currency} size={28} />
          <p className="text-14 quiet">
            <Facts facts={[t('support:hardship.loan', { no: data.orderNo }), t('common:date.due', { day: formatDay(data.dueDate) })]} />
          </p>
        </div>
      </Card>
    </div>
  );
}
