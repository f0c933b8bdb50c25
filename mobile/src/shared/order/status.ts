import { OrderStatus, RepayStatus } from '@loanmarket/shared-types/enums';
import type { OrderCard } from '@loanmarket/shared-types/api';
import type { TextKey } from '@/i18n';
import type { Tone } from '@/ui/Tag';

/** The status of an order as distinguished for borrowers. */
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

/**
 * The status of an order (spec 4: order status, and repayment status once it is paid out). An offer that has expired
 * counts as lapsed until it is closed.
 */
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

/** The status of an order as a word with its colour. */
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

/** The status as a sentence, for places where it is news. */
export const headlineOf = (order: Status) => headlines[stateOf(order)];

/** Whether the money was paid out and is not fully repaid. */
export function isRunning(order: Status): boolean {
  return ['awaiting', 'overdue'].includes(stateOf(order));
}

/** Whether the loan is fully repaid. */
export function isSettled(order: Status): boolean {
  return stateOf(order) === 'settled';
}

/** Whether the order is a loan or can become one, so that its figures are binding. */
export function hasBindingFigures({ status }: Pick<OrderCard, 'status'>): boolean {
  return status !== OrderStatus.rejected && status !== OrderStatus.cancelled && status !== OrderStatus.cancelledBySystem;
}

/** The label of an order's figure: the amount that settles it today, or the amount of the order. */
export function figureLabel(order: Status): 'list.amount' | 'list.overdue' | 'list.dueNow' {
  if (!isRunning(order)) return 'list.amount';
  return stateOf(order) === 'overdue' ? 'list.overdue' : 'list.dueNow';
}
