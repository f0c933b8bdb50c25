import { QuotedFigures } from './QuotedFigures';
import type { Calculator as State } from './useCalculator';
import { useTranslation } from '@/i18n';
import { formatMoney } from '@/lib/format/money';
import { Chips } from '@/ui/form/ChoiceRows';
import { Slider } from '@/ui/form/Slider';
import { MoneyFigure } from '@/ui/money/MoneyFigure';

/** The amount slider, the terms, and the resulting figures. */
export function Calculator({ state }: { state: State }) {
  const { t } = useTranslation(['loan', 'terms']);
  const { product, amountStep } = state.detail;
  return (
    <div className="stack">
      <div className="stack stack-4">
        <p className="text-14 quiet first-up">{t('terms:loanAmount')}</p>
        <MoneyFigure amount={state.amount} currency={product.currency} size={28} />
        <Slider
          label={t('terms:loanAmount')}
          min={product.minAmount}
          max={product.maxAmount}
          step={amountStep}
          value={state.amount}
          onChange={state.setAmount}
          format={(minor) => formatMoney(minor, product.currency)}
        />
      </div>
      <Chips
        label={t('terms:term')}
        choices={product.termsDays.map((days) => ({ value: days, label: t('loan:calc.days', { n: days }) }))}
        value={state.termDays}
        onChange={state.setTermDays}
      />
      <QuotedFigures state={state} />
    </div>
  );
}
