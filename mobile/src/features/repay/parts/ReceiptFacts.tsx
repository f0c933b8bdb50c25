import type { PaymentCard } from '@loanmarket/shared-types/api';
import { useTranslation } from '@/i18n';
import { formatDay, formatInstant } from '@/lib/format/date';
import { CopyRow } from '@/ui/CopyRow';
import { Receipt } from '@/ui/money/Receipt';
import { Card } from '@/ui/Card';

/** The facts that a bank asks for: serial number, time of payment and value date, payment method, accounts. */
export function ReceiptFacts({ payment }: { payment: PaymentCard }) {
  const { t } = useTranslation('repay');
  const { currency, paidAt, valueDate, paymentType, paidFrom, paidTo, serialNumber } = payment;
  return (
    <Card>
      <Receipt
        currency={currency}
        lines={[]}
        after={[
          { label: t('receipt.paidAt'), amount: formatInstant(paidAt) },
          { label: t('receipt.booked'), amount: formatDay(valueDate) },
          { label: t('receipt.channel'), amount: t(paymentType === 'paycode' ? 'receipt.paycode' : 'receipt.bank') },
          ...(paidFrom ? [{ label: t('receipt.from'), amount: paidFrom }] : []),
          { label: t('receipt.to'), amount: paidTo },
        ]}
      />
      <CopyRow track="copySerial" label={t('receipt.serial')} value={serialNumber} />
    </Card>
  );
}
