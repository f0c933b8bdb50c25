import type { OrderDetailData } from '@loanmarket/shared-types/api';
import { RepayStatus } from '@loanmarket/shared-types/enums';
import { useTranslation } from '@/i18n';
import { dueLines } from '@/shared/pay/dueLines';
import { Card } from '@/ui/Card';
import { Receipt } from '@/ui/money/Receipt';
import { Section } from '@/ui/Section';

/** Today's debt by component, and the amount repaid so far. */
export function Owed({ detail }: { detail: OrderDetailData }) {
  const { t } = useTranslation(['order', 'terms', 'repay']);
  const { due, order, repaid } = detail;
  if (!due) return null;
  return (
    <Section title={t(order.repayStatus === RepayStatus.overdue ? 'order:detail.owedOverdue' : 'order:detail.owed')}>
      <Card>
        <Receipt
          currency={order.currency}
          lines={dueLines(due)}
          total={{ label: t('terms:remaining'), amount: due.total }}
          after={repaid > 0 ? [{ label: t('terms:repaid'), amount: repaid }] : []}
        />
      </Card>
    </Section>
  );
}
