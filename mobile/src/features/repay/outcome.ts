import type { PaymentCard } from '@loanmarket/shared-types/api';
import type { TextKey } from '@/i18n';

const known = ['exact', 'part', 'payoff', 'over', 'late_quote', 'extended', 'not_extended'] as const;
type Outcome = (typeof known)[number];

/** What became of a payment, in words: taken back, or as the server judged it. */
export function outcomeText({ state, outcome }: Pick<PaymentCard, 'state' | 'outcome'>): Extract<TextKey, `repay:outcome.${string}`> {
  if (state === 'reversed') return 'repay:outcome.reversed';
  return known.includes(outcome as Outcome) ? `repay:outcome.${outcome as Outcome}` : 'repay:outcome.exact';
}
