import { useTranslation } from '@/i18n';
import { QuotedFigures } from '@/shared/loan/QuotedFigures';
import type { Calculator } from '@/shared/loan/useCalculator';
import { Button } from '@/ui/Button';
import { Facts } from '@/ui/Facts';
import { MoneyFigure } from '@/ui/money/MoneyFigure';

/** The chosen loan, with a button to change it. */
export function LoanSummary({ state, onChange }: { state: Calculator; onChange: () => void }) {
  const { t } = useTranslation('loan');
  const { product } = state.detail;
  return (
    <div className="stack">
      <div>
        <p className="text-14 quiet">
          <Facts facts={[product.name, product.lenderName]} />
        </p>
        <MoneyFigure amount={state.amount} currency={product.currency} size={40} />
        <p>{t('calc.days', { n: state.termDays })}</p>
      </div>
      <QuotedFigures state={state} />
      <Button track="changeTerms" look="text" onClick={onChange}>
        {t('apply.change')}
      </Button>
    </div>
  );
}
