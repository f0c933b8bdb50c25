import { execFileSync } from 'node:child_process';
import { expect } from '@playwright/test';

/** The house's own books, read as its operators read them. */
function ops(...line: string[]): string {
  const binary = process.env.LOANMARKET_BINARY;
  if (!binary) throw new Error('LOANMARKET_BINARY names no binary: the walks read the books with it.');
  return execFileSync(binary, ['ops', '--by=walk', ...line], { encoding: 'utf8' });
}

interface CaseFile {
  order: { status: string };
  journal: { kind: string; account: string; amount: { minor: number } }[];
  payouts: { state: string }[];
  documents: { kind: string; sha256: string }[];
  timeline: { event: string }[];
}

/** Everything that was written about an order. */
export const caseFile = (orderNo: string) => JSON.parse(ops('orders', 'show', orderNo, '--json')) as CaseFile;

/** What stands on each account of an order's journal; accounts that are even are left out. Debit is positive. */
export function balances({ journal }: CaseFile): Record<string, number> {
  const sums: Record<string, number> = {};
  journal.forEach(({ account, amount }) => {
    sums[account] = (sums[account] ?? 0) + amount.minor;
  });
  expect(Object.values(sums).reduce((sum, amount) => sum + amount, 0)).toBe(0);
  return Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== 0));
}

/** The journal, worked out again from the loans, agrees with itself and with the bank. Fails when anything differs. */
export function reconcile(): void {
  expect(JSON.parse(ops('reconcile', '--json'))).toEqual([]);
}
