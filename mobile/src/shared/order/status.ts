import { OrderStatus, RepayStatus } from '@loanmarket/shared-types/enums';
import type { OrderCard } from '@loanmarket/shared-types/api';
import type { TextKey } from '@/i18n';
import type { Tone } from '@/ui/Tag';

/** How an order stands, as far as a borrower must tell it apart. */
export type OrderState =
  | 'reviewing' | 'rejected' | 'toConfirm' | 'lapsed' | 'disbursing' | 'failed' | 'cancelled' | 'cancelledBySystem'
  | 'awaiting' | 'overdue' | 'settled';

type Status = Pick<OrderCard, 'status' | 'repayStatus'> & Partial<Pick<OrderCard, 'offerExpiresAt'>>;

const states: Record<number, OrderState> = {
  [OrderStatus.waitingRiskReview]: 'reviewing',
  [OrderStatus.underReview]: 'reviewing',
  [OrderStatus.rejected]: 'rejected',
  [OrderStatus.toBeConfirmed]: 'toConfirm',
  [OrderStatus.disbursing]: 'disbursing',
  [OrderStatus.disbursementFailed]: 'failed',
  [OrderStatus.cancelled]: 'cancelled',
  [OrderStatus.cancelledBySystem]: 'cancelledBySystem',
};

const paidOut: Record<number, OrderState> = {
  [RepayStatus.awaiting]: 'awaiting',
  [RepayStatus.overdue]: 'overdue',
  [RepayStatus.settled]: 'settled',
};

/** The state of an order (spec 4: order status, and repay status once it is paid out). An offer whose time is over has lapsed until it is closed. */
export function stateOf({ status, repayStatus, offerExpiresAt }: Status): OrderState {
  if (status === OrderStatus.toBeConfirmed && offerExpiresAt === null) return 'lapsed';
  const state = status === OrderStatus.waitingPayment ? paidOut[repayStatus ?? RepayStatus.awaiting] : states[status];
  return state ?? 'cancelledBySystem';
}

const tones: Partial<Record<OrderState, Tone>> = { toConfirm: 'attention', failed: 'attention', overdue: 'danger', settled: 'positive' };

export interface StatusTag {
  word: Extract<TextKey, `terms:status.${string}`>;
  tone: Tone;
}

/** How an order stands, in a word and its colour. */
export function statusTagOf(order: Status): StatusTag {
  const state = stateOf(order);
  return { word: `terms:status.${state}`, tone: tones[state] ?? 'plain' };
}

const headlines: Record<OrderState, Extract<TextKey, `loan:status.${string}`>> = {
  reviewing: 'loan:status.waiting',
  rejected: 'loan:status.rejected',
  toConfirm: 'loan:status.approved',
  lapsed: 'loan:status.lapsed',
  disbursing: 'loan:status.disbursing',
  failed: 'loan:status.failed',
  cancelled: 'loan:status.closed',
  cancelledBySystem: 'loan:status.closed',
  awaiting: 'loan:status.paidOut',
  overdue: 'loan:status.paidOut',
  settled: 'loan:status.settled',
};

/** The same in a sentence, for where it is news. */
export const headlineOf = (order: Status) => headlines[stateOf(order)];

/** The money is with the borrower and not all of it is back. */
export function isRunning(order: Status): boolean {
  return ['awaiting', 'overdue'].includes(stateOf(order));
}

/** All of it is back. */
export function isSettled(order: Status): boolean {
  return stateOf(order) === 'settled';
}

/** It is a loan or can become one: its figures are promises, not what might have been. */
export function isAlive({ status }: Pick<OrderCard, 'status'>): boolean {
  return status !== OrderStatus.rejected && status !== OrderStatus.cancelled && status !== OrderStatus.cancelledBySystem;
}

/** What the figure of an order is: what settles it today, or the amount that it is about. */
export function figureLabel(order: Status): 'list.amount' | 'list.overdue' | 'list.dueNow' {
  if (!isRunning(order)) return 'list.amount';
  return stateOf(order) === 'overdue' ? 'list.overdue' : 'list.dueNow';
}
