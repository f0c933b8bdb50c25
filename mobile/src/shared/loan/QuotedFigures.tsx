import { Figures } from './Figures';
import type { Calculator } from './useCalculator';
import { useTranslation } from '@/i18n';
import { Button } from '@/ui/Button';
import { Callout } from '@/ui/Callout';

/** The figures for amount and term; if they could not be calculated, the reason and a retry button. */
export function QuotedFigures({ state: { quote, pending, error, retry } }: { state: Calculator }) {
  const { t } = useTranslation(['loan', 'common']);
  if (!error || quote) return <Figures quote={quote} pending={pending} />;
  return (
    <div className="stack stack-8">
      <Callout tone="attention" live>
        {t('loan:calc.failed', { reason: error.message })}
      </Callout>
      <Button track="retryQuote" look="quiet" onClick={retry}>
        {t('common:action.retry')}
      </Button>
    </div>
  );
}
