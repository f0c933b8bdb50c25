import { expect } from '@playwright/test';
import { ops } from './ops.mjs';

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
  expect(JSON.parse(ops('reconcile', '--json'))).toEqual({ bank: 'compared', differences: [] });
}

/** The serial number of the money of an amount that waits for its owner; empty while there is none. */
export function suspended(amount: number): string {
  const { suspense: waiting } = JSON.parse(ops('suspense', 'list', '--json')) as { suspense: { serial: string; amount: { minor: number } }[] };
  return waiting.find((payment) => payment.amount.minor === amount)?.serial ?? '';
}

/** Decides on the one proof of an order that waits: no money was found, and why; or the payment that it shows. */
export function decideProof(orderNo: string, verdict: { reject: string } | { match: string }): void {
  const { proofs: waiting } = JSON.parse(ops('proofs', 'list', '--json')) as { proofs: { proofId: string; orderNo: string }[] };
  const own = waiting.filter((proof) => proof.orderNo === orderNo);
  expect(own).toHaveLength(1);
  if ('match' in verdict) ops('proofs', 'match', own[0]!.proofId, verdict.match);
  else ops('proofs', 'reject', own[0]!.proofId, `--reason=${verdict.reject}`);
}

/** Answers a message or a complaint; a second answer in a row takes `--again`. */
export function answerTicket(number: string, words: string, ...flags: '--again'[]): void {
  ops('support', 'answer', number, `--text=${words}`, ...flags);
}
