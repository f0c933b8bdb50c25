import type { RepayOptionsData } from '@loanmarket/shared-types/api';

/** What an amount does to a debt: nothing typed, a part, exactly all of it, or more than it. */
export type Effect = 'none' | 'part' | 'all' | 'more';

/** Minor units. */
export function effectOf(amount: number | null, dueNow: number): Effect {
  if (amount === null || amount <= 0) return 'none';
  if (amount === dueNow) return 'all';
  return amount < dueNow ? 'part' : 'more';
}

/** Whether a way of paying takes this amount; payment codes have a minimum (spec 5). */
export function takes(options: RepayOptionsData, method: 'bank' | 'paycode', amount: number): boolean {
  const way = options.methods.find((candidate) => candidate.method === method);
  return way !== undefined && amount >= way.minAmount;
}

/** The purpose that the intent is made for: settling an early loan stands for a payoff quote. */
export function purposeOf(amount: number, { payoff, overdue }: RepayOptionsData): 'repayment' | 'payoff' {
  return !overdue && amount === payoff.amount ? 'payoff' : 'repayment';
}
