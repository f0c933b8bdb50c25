import type { PaymentCard } from '@loanmarket/shared-types/api';
import type { TextKey } from '@/i18n';

const known = ['exact', 'part', 'payoff', 'over', 'late_quote', 'extended', 'not_extended'] as const;
type Outcome = (typeof known)[number];

/** Whether a payment had been assigned to the loan by mistake and no longer counts, although no bank took it back. */
export function isUnmatched({ state, outcome }: Pick<PaymentCard, 'state' | 'outcome'>): boolean {
  return state === 'reversed' && outcome === 'unmatched';
}

/** The outcome of a payment in words: taken back, or as decided by the server. */
export function outcomeText({ state, outcome }: Pick<PaymentCard, 'state' | 'outcome'>): Extract<TextKey, `repay:outcome.${string}`> {
  if (isUnmatched({ state, outcome })) return 'repay:outcome.unmatched';
  if (state === 'reversed') return 'repay:outcome.reversed';
  return known.includes(outcome as Outcome) ? `repay:outcome.${outcome as Outcome}` : 'repay:outcome.exact';
}
