import type { OrderDetailData } from '@loanmarket/shared-types/api';
import { OrderStatus } from '@loanmarket/shared-types/enums';
import { useTranslation } from '@/i18n';
import { formatDay, formatInstantDay } from '@/lib/format/date';
import { dueDateShift, rateLines, receivedLines, repaidLines } from '@/shared/loan/receipt';
import { Card } from '@/ui/Card';
import { Receipt, type ReceiptLine } from '@/ui/money/Receipt';
import { Section } from '@/ui/Section';

/** The loan's figures according to the contract, and the bank card for the payout. */
export function Terms({ detail }: { detail: OrderDetailData }) {
  const { t } = useTranslation(['order', 'terms', 'loan']);
  const { quote, order, bankCard, pendingCard, disbursedOn } = detail;
  const moved = dueDateShift(quote);
  // The rates in the contract apply to the first due date.
  const extended = order.dueDate !== null && detail.firstDueDate !== null && order.dueDate !== detail.firstDueDate;
  const about: ReceiptLine[] = [
    { label: t('terms:lender'), amount: order.lenderName },
    { label: t('terms:term'), amount: t('order:list.days', { count: order.termDays }) },
    { label: t('order:detail.applied'), amount: formatInstantDay(order.appliedAt) },
    ...(disbursedOn ? [{ label: t('terms:disbursementDate'), amount: formatDay(disbursedOn) }] : []),
    { label: t('order:detail.account'), amount: `${bankCard.bankName} …${bankCard.accountLast4}` },
    ...(pendingCard ? [{ label: t('order:detail.pendingAccount'), amount: `${pendingCard.bankName} …${pendingCard.accountLast4}` }] : []),
  ];
  return (
    <Section title={t(order.status === OrderStatus.waitingPayment ? 'order:detail.contract' : 'order:detail.figures')}>
      <Card>
        <Receipt currency={quote.currency} lines={receivedLines(quote)} total={{ label: t('terms:actualReceived'), amount: quote.actualReceived }} />
      </Card>
      <Card>
        <Receipt currency={quote.currency} lines={repaidLines(quote)} total={{ label: t('terms:totalToRepay'), amount: quote.totalToRepay }} after={extended ? rateLines(quote, t('order:detail.firstDue')) : rateLines(quote)} />
      </Card>
      {moved && <p className="text-14 quiet">{moved}</p>}
      <Card>
        <Receipt currency={quote.currency} lines={[]} after={about} />
      </Card>
    </Section>
  );
}
