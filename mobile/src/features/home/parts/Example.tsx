import { useTranslation } from '@/i18n';
import { useConfig } from '@/lib/config';
import { formatMoney, formatRate } from '@/lib/format/money';
import { Card } from '@/ui/Card';
import { Receipt } from '@/ui/money/Receipt';
import { Section } from '@/ui/Section';

/**
 * The region's representative example with its APR, and the limits of all products. App stores and advertising
 * platforms require both.
 */
export function Example() {
  const { t } = useTranslation(['home', 'terms', 'loan']);
  const { homeForExample, region, landing } = useConfig();
  const { homeSample, currency } = region;
  if (!homeForExample) return null;
  return (
    <Section title={t('home:example.title')}>
      <Card>
        <p className="strong">{t('home:example.text', { amount: formatMoney(homeSample.loanAmount, currency), days: homeSample.days })}</p>
        <Receipt
          currency={currency}
          lines={[
            { label: t('terms:annualRate'), amount: formatRate(homeSample.feilv) },
            { label: t('terms:interest'), amount: homeSample.interest },
            { label: t('terms:serviceFee'), amount: homeSample.serviceFee, why: t('loan:why.serviceFee'), track: 'whyServiceFee' },
          ]}
          total={{ label: t('terms:totalToRepay'), amount: homeSample.totalAmount }}
          after={[{ label: t('terms:apr'), amount: formatRate(homeSample.aprBps) }]}
        />
      </Card>
      <p className="text-14 quiet">
        {t('home:example.bounds', {
          minAmount: formatMoney(landing.minAmount, currency),
          maxAmount: formatMoney(landing.maxAmount, currency),
          minDays: landing.minDays,
          maxDays: landing.maxDays,
          maxRate: formatRate(landing.maxRateBps),
          maxApr: formatRate(landing.maxAprBps),
        })}
      </p>
      <p className="text-14 quiet">{t('home:example.note')}</p>
    </Section>
  );
}
