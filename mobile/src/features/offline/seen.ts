import { serverNow } from '@/base/serverClock';
import type { Data } from '@/lib/api';

/** The data seen last, each with its time in milliseconds since the epoch. */
export interface Seen {
  debts: Debt[];
  receipts: Receipt[];
  /** The open payment code; null if there is none. */
  code: Code | null;
}

export interface Debt {
  orderId: string;
  orderNo: string;
  lenderName: string;
  currency: string;
  dueNow: number;
  dueDate: string;
  at: number;
}

export interface Receipt {
  paymentId: string;
  serialNumber: string;
  orderNo: string;
  amount: number;
  currency: string;
  paidAt: string;
  at: number;
}

export type Code = Pick<
  Data<'repay/intent'>,
  'intentId' | 'amount' | 'currency' | 'bankName' | 'accountNumber' | 'accountName' | 'memo' | 'qrText' | 'expiresAt'
> & {
  at: number;
  /** How long it was still valid at that time, in milliseconds by the server's clock. */
  left: number;
};

export const emptySeen: Seen = { debts: [], receipts: [], code: null };

const MAX_RECEIPTS = 20;

type Note = (seen: Seen, data: unknown, at: number, body: Record<string, unknown>) => Seen;

const noteCode: Note = (seen, data, at) => withCode(seen, data as Data<'repay/intent'>, at);

/** By call: what its response changes. */
const notes: Record<string, Note> = {
  'order/list': (seen, data, at, { tab }) => (tab === 'running' ? { ...seen, debts: debtsOf(data as Data<'order/list'>, at) } : seen),
  'repay/options': (seen, data, at) => ({ ...seen, debts: seen.debts.map((debt) => owed(debt, data as Data<'repay/options'>, at)).filter(({ dueNow }) => dueNow > 0) }),
  'repay/receipt': (seen, data, at) => withReceipts(seen, [(data as Data<'repay/receipt'>).payment], at),
  'repay/record': (seen, data, at) => withReceipts(seen, (data as Data<'repay/record'>).payments, at),
  'repay/intent': noteCode,
  'repay/paycode': noteCode,
  'repay/bank': noteCode,
};

/** Whether a response to this call can contain anything relevant. */
export const isNoted = (path: string): boolean => path in notes;

/** Returns the data updated with a response, or the same object if the response contains nothing relevant. */
export const noticed = (seen: Seen, path: string, body: Record<string, unknown>, data: unknown, at: number): Seen => notes[path]?.(seen, data, at, body) ?? seen;

const debtsOf = ({ orders }: Data<'order/list'>, at: number): Debt[] =>
  orders.flatMap(({ orderId, orderNo, lenderName, currency, dueNow, dueDate }) => (dueDate ? [{ orderId, orderNo, lenderName, currency, dueNow, dueDate, at }] : []));

function owed(debt: Debt, { orderId, dueNow, dueDate }: Data<'repay/options'>, at: number): Debt {
  return debt.orderId === orderId ? { ...debt, dueNow, dueDate, at } : debt;
}

function withReceipts(seen: Seen, payments: Data<'repay/record'>['payments'], at: number): Seen {
  const fresh = payments.filter(({ state }) => state === 'posted').map(({ paymentId, serialNumber, orderNo, amount, currency, paidAt }) => ({ paymentId, serialNumber, orderNo, amount, currency, paidAt, at }));
  const named = new Set(payments.map(({ paymentId }) => paymentId));
  const receipts = [...fresh, ...seen.receipts.filter(({ paymentId }) => !named.has(paymentId))];
  return { ...seen, receipts: receipts.sort((a, b) => (a.paidAt < b.paidAt ? 1 : -1)).slice(0, MAX_RECEIPTS) };
}

function withCode(seen: Seen, data: Data<'repay/intent'>, at: number): Seen {
  const { intentId, state, amount, currency, bankName, accountNumber, accountName, memo, qrText, expiresAt } = data;
  if (state === 'open') return { ...seen, code: { intentId, amount, currency, bankName, accountNumber, accountName, memo, qrText, expiresAt, at, left: Date.parse(expiresAt) - (serverNow() ?? at) } };
  return seen.code?.intentId === intentId ? { ...seen, code: null } : seen;
}

/**
 * The remaining validity of a code in milliseconds: its validity when it was seen minus the time since then; 0 if the
 * phone's clock was set back.
 */
export const leftOf = ({ at, left }: Code, now: number): number => (now < at ? 0 : left - (now - at));

/** The code while it is valid; null afterwards. */
export const openCode = ({ code }: Seen, now: number): Code | null => (code && leftOf(code, now) > 0 ? code : null);
