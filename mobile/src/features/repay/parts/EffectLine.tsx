import type { RepayOptionsData } from '@loanmarket/shared-types/api';
import type { Effect } from '../amount';
import { useTranslation } from '@/i18n';
import { formatMoney } from '@/lib/format/money';

/** The effect of this amount on the loan, updated while typing. */
export function EffectLine({ effect, amount, options }: { effect: Effect; amount: number; options: RepayOptionsData }) {
  const { t } = useTranslation('repay');
  const { dueNow, currency, payoff, overdue } = options;
  const words = {
    none: '',
    part: t('options.part', { rest: formatMoney(dueNow - amount, currency) }),
    // Shown at the field, because this amount cannot be paid.
    more: '',
    all: !overdue && payoff.saving > 0 ? t('options.saving', { amount: formatMoney(payoff.saving, currency) }) : t('options.settles'),
  };
  return (
    <p className="text-14" aria-live="polite">
      {words[effect]}
    </p>
  );
}
