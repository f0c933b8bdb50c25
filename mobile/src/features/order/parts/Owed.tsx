import type { OrderDetailData } from '@loanmarket/shared-types/api';
import { RepayStatus } from '@loanmarket/shared-types/enums';
import { dueLines } from '@/features/repay/dueLines';
import { useTranslation } from '@/i18n';
import { Card } from '@/ui/Card';
import { Receipt } from '@/ui/money/Receipt';
import { Notice } from '@/ui/Notice';
import { Section } from '@/ui/Section';

/** What is owed today, part by part, and what was paid already. */
export function Owed({ detail }: { detail: OrderDetailData }) {
  const { t } = useTranslation(['order', 'terms', 'repay']);
  const { due, order, repaid, firstDueDate } = detail;
  if (!due) return null;
  const moved = firstDueDate !== null && firstDueDate !== detail.quote.dueDate;
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
      {moved && <Notice>{t('order:detail.dueHoliday')}</Notice>}
    </Section>
  );
}
