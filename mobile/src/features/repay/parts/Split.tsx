import type { ReceiptData } from '@loanmarket/shared-types/api';
import { componentNames } from '@/shared/pay/components';
import { useTranslation } from '@/i18n';
import { Card } from '@/ui/Card';
import { Receipt } from '@/ui/money/Receipt';
import { Section } from '@/ui/Section';

/** The allocation of the payment to components. */
export function Split({ receipt }: { receipt: ReceiptData }) {
  const { t } = useTranslation(['repay', 'terms']);
  const { payment, allocations } = receipt;
  // During a deploy, a server of the previous version may respond, which does not send this field.
  const takenBack = (receipt as Partial<ReceiptData>).takenBack ?? 0;
  if (allocations.length === 0 && takenBack === 0) return null;
  return (
    <Section title={t('repay:receipt.split')}>
      <Card>
        <Receipt
          currency={payment.currency}
          lines={[
            ...allocations.map(({ component, amount }) => ({ label: t(componentNames[component]), amount })),
            ...(takenBack > 0 ? [{ label: t('repay:receipt.takenBack'), amount: takenBack }] : []),
          ]}
          total={{ label: t('repay:receipt.total'), amount: payment.amount }}
        />
      </Card>
    </Section>
  );
}
