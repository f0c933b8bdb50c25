import { expect } from '@playwright/test';
import { ops } from './ops.mjs';

interface CaseFile {
  order: { status: string };
  journal: { kind: string; account: string; amount: { minor: number } }[];
  payouts: { state: string }[];
  documents: { kind: string; sha256: string }[];
  timeline: { event: string }[];
}

/** The complete record of an order. */
export const caseFile = (orderNo: string) => JSON.parse(ops('orders', 'show', orderNo, '--json')) as CaseFile;

/** The balance of each account in an order's journal; balanced accounts are left out. Debit is positive. */
export function balances({ journal }: CaseFile): Record<string, number> {
  const sums: Record<string, number> = {};
  journal.forEach(({ account, amount }) => {
    sums[account] = (sums[account] ?? 0) + amount.minor;
  });
  expect(Object.values(sums).reduce((sum, amount) => sum + amount, 0)).toBe(0);
  return Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== 0));
}

/**
 * Checks that the journal, recalculated from the loans, agrees with itself and with the bank. Fails on any difference.
 */
export function reconcile(): void {
  expect(JSON.parse(ops('reconcile', '--json'))).toEqual({ bank: 'compared', differences: [] });
}

/** The serial number of an unassigned payment of this amount; empty while there is none. */
export function suspended(amount: number): string {
  const { suspense: waiting } = JSON.parse(ops('suspense', 'list', '--json')) as { suspense: { serial: string; amount: { minor: number } }[] };
  return waiting.find((payment) => payment.amount.minor === amount)?.serial ?? '';
}

/** Decides the only pending proof of an order: rejects it with a reason, or matches it with a payment. */
export function decideProof(orderNo: string, verdict: { reject: string } | { match: string }): void {
  const { proofs: waiting } = JSON.parse(ops('proofs', 'list', '--json')) as { proofs: { proofId: string; orderNo: string }[] };
  const own = waiting.filter((proof) => proof.orderNo === orderNo);
  expect(own).toHaveLength(1);
  if ('match' in verdict) ops('proofs', 'match', own[0]!.proofId, verdict.match);
  else ops('proofs', 'reject', own[0]!.proofId, `--reason=${verdict.reject}`);
}

/** Answers a message or a complaint. A second consecutive answer requires `--again`. */
export function answerTicket(number: string, words: string, ...flags: '--again'[]): void {
  ops('support', 'answer', number, `--text=${words}`, ...flags);
}
