import type { ExtendChoice } from '@loanmarket/shared-types/api';
import { useTranslation } from '@/i18n';
import { formatDay } from '@/lib/format/date';
import { formatMoney, formatRate } from '@/lib/format/money';
import { Card } from '@/ui/Card';
import { Receipt } from '@/ui/money/Receipt';
import { Section } from '@/ui/Section';

interface ExtendCostProps {
  choice: ExtendChoice;
  currency: string;
  /** The fee is paid now, so it is not part of the amount due on the new date. */
  paid: boolean;
}

/** All costs of the extension, the new due date, the amount due then, and the APR after it. */
export function ExtendCost({ choice, currency, paid }: ExtendCostProps) {
  const { t } = useTranslation('repay');
  const { fee, moreInterest, moreAccountFee, newDueDate, totalPaid, totalUnpaid, aprBps } = choice;
  return (
    <Section title={t('extend.cost')}>
      <Card>
        <Receipt
          currency={currency}
          lines={[
            { label: t('extend.fee'), amount: fee, why: t('extend.feeWhy'), track: 'whyExtensionFee' },
            { label: t('extend.interest'), amount: moreInterest },
            ...(moreAccountFee > 0 ? [{ label: t('extend.accountFee'), amount: moreAccountFee, why: t('why.accountFee'), track: 'whyAccountFee' }] : []),
          ]}
          total={{ label: t('extend.total'), amount: fee + moreInterest + moreAccountFee }}
          after={[
            { label: t('extend.newDue'), amount: formatDay(newDueDate) },
            { label: t('extend.atDue'), amount: formatMoney(paid ? totalPaid : totalUnpaid, currency) },
            { label: t('extend.apr'), amount: formatRate(aprBps) },
          ]}
        />
      </Card>
    </Section>
  );
}
