import type { Allocation, ReceiptData } from '@loanmarket/shared-types/api';
import { useTranslation, type TextKey } from '@/i18n';
import { Card } from '@/ui/Card';
import { Receipt } from '@/ui/money/Receipt';
import { Section } from '@/ui/Section';

const labels = {
  late_fee: 'terms:lateFee',
  overdue_fee: 'terms:overdueFee',
  extension_fee: 'terms:extensionFee',
  account_fee: 'terms:accountFee',
  service_fee: 'terms:serviceFee',
  interest: 'terms:interest',
  principal: 'terms:principal',
  overpayment: 'repay:receipt.overpayment',
} as const satisfies Record<Allocation['component'], TextKey>;

/** Where each part of the payment went. */
export function Split({ receipt: { payment, allocations } }: { receipt: ReceiptData }) {
  const { t } = useTranslation(['repay', 'terms']);
  if (allocations.length === 0) return null;
  return (
    <Section title={t('repay:receipt.split')}>
      <Card>
        <Receipt
          currency={payment.currency}
          lines={allocations.map(({ component, amount }) => ({ label: t(labels[component]), amount }))}
          total={{ label: t('repay:receipt.total'), amount: payment.amount }}
        />
      </Card>
    </Section>
  );
}
