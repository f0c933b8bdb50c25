import type { RepayOptionsData } from '@loanmarket/shared-types/api';

/** The effect of an amount on a debt: no amount, a part of the debt, exactly the debt, or more. */
export type Effect = 'none' | 'part' | 'all' | 'more';

/** Classifies an amount against the debt, both in minor units. */
export function effectOf(amount: number | null, dueNow: number): Effect {
  if (amount === null || amount <= 0) return 'none';
  if (amount === dueNow) return 'all';
  return amount < dueNow ? 'part' : 'more';
}

/** Whether a payment method accepts this amount; payment codes have a minimum (spec 5). */
export function acceptsAmount(options: RepayOptionsData, method: 'bank' | 'paycode', amount: number): boolean {
  const found = options.methods.find((candidate) => candidate.method === method);
  return found !== undefined && amount >= found.minAmount;
}

/** The purpose of the payment intent: an amount equal to the payoff quote of a loan that is not overdue is a payoff. */
export function purposeOf(amount: number, { payoff, overdue }: RepayOptionsData): 'repayment' | 'payoff' {
  return !overdue && amount === payoff.amount ? 'payoff' : 'repayment';
}
