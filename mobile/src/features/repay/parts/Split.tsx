import type { ReceiptData } from '@loanmarket/shared-types/api';
import { componentNames } from '../components';
import { useTranslation } from '@/i18n';
import { Card } from '@/ui/Card';
import { Receipt } from '@/ui/money/Receipt';
import { Section } from '@/ui/Section';

/** Where each part of the payment went. */
export function Split({ receipt: { payment, allocations } }: { receipt: ReceiptData }) {
  const { t } = useTranslation(['repay', 'terms']);
  if (allocations.length === 0) return null;
  return (
    <Section title={t('repay:receipt.split')}>
      <Card>
        <Receipt
          currency={payment.currency}
          lines={allocations.map(({ component, amount }) => ({ label: t(componentNames[component]), amount }))}
          total={{ label: t('repay:receipt.total'), amount: payment.amount }}
        />
      </Card>
    </Section>
  );
}
