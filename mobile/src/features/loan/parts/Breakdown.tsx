import type { FeeTerms, Quote } from '@loanmarket/shared-types/api';
import { useTranslation } from '@/i18n';
import { lateLines, dueDateShift, rateLines, receivedLines, repaidLines } from '@/shared/loan/receipt';
import { Card } from '@/ui/Card';
import { Receipt } from '@/ui/money/Receipt';
import { Section } from '@/ui/Section';

/** All costs of a loan as receipts: the amount received, the amount to repay, the cost of paying late. */
export function Breakdown({ quote, fees }: { quote: Quote; fees: FeeTerms }) {
  const { t } = useTranslation(['loan', 'terms']);
  const late = lateLines(quote, fees);
  const moved = dueDateShift(quote);
  return (
    <>
      <Section title={t('loan:receipt.youGet')}>
        <Card>
          <Receipt currency={quote.currency} lines={receivedLines(quote)} total={{ label: t('terms:actualReceived'), amount: quote.actualReceived }} />
        </Card>
      </Section>
      <Section title={t('loan:receipt.youPay')}>
        <Card>
          <Receipt
            currency={quote.currency}
            lines={repaidLines(quote)}
            total={{ label: t('terms:totalToRepay'), amount: quote.totalToRepay }}
            after={rateLines(quote)}
          />
        </Card>
        {moved && <p className="text-14 quiet">{moved}</p>}
        <p className="text-14 quiet">{t('loan:calc.ifToday')}</p>
      </Section>
      {late.length > 0 && (
        <Section title={t(fees.extensionMax > 0 ? 'loan:receipt.lateOrExtended' : 'loan:receipt.late')}>
          <Card>
            <Receipt currency={quote.currency} lines={late} />
          </Card>
        </Section>
      )}
    </>
  );
}
