import { OrderStatus, RepayStatus } from '@loanmarket/shared-types/enums';
import type { OrderCard } from '@loanmarket/shared-types/api';
import type { TextKey } from '@/i18n';
import type { Tone } from '@/ui/Tag';

export interface StatusTag {
  word: Extract<TextKey, `order:status.${string}`>;
  tone: Tone;
}

const statusTags: Record<number, StatusTag> = {
  [OrderStatus.waitingRiskReview]: { word: 'order:status.reviewing', tone: 'plain' },
  [OrderStatus.underReview]: { word: 'order:status.reviewing', tone: 'plain' },
  [OrderStatus.rejected]: { word: 'order:status.rejected', tone: 'plain' },
  [OrderStatus.toBeConfirmed]: { word: 'order:status.toConfirm', tone: 'attention' },
  [OrderStatus.disbursing]: { word: 'order:status.disbursing', tone: 'plain' },
  [OrderStatus.disbursementFailed]: { word: 'order:status.failed', tone: 'attention' },
  [OrderStatus.cancelled]: { word: 'order:status.cancelled', tone: 'plain' },
  [OrderStatus.cancelledBySystem]: { word: 'order:status.cancelledBySystem', tone: 'plain' },
};

const repayTags: Record<number, StatusTag> = {
  [RepayStatus.awaiting]: { word: 'order:status.awaiting', tone: 'plain' },
  [RepayStatus.overdue]: { word: 'order:status.overdue', tone: 'danger' },
  [RepayStatus.settled]: { word: 'order:status.settled', tone: 'positive' },
};

/** How an order stands, in a word and its colour (spec 4: order status, and repay status once it is paid out). */
export function statusTagOf({ status, repayStatus }: Pick<OrderCard, 'status' | 'repayStatus'>): StatusTag {
  const tag = status === OrderStatus.waitingPayment ? repayTags[repayStatus ?? RepayStatus.awaiting] : statusTags[status];
  return tag ?? { word: 'order:status.cancelledBySystem', tone: 'plain' };
}

/** The money is with the borrower and not all of it is back. */
export function isRunning({ status, repayStatus }: Pick<OrderCard, 'status' | 'repayStatus'>): boolean {
  return status === OrderStatus.waitingPayment && repayStatus !== RepayStatus.settled;
}

/** All of it is back. */
export function isSettled({ status, repayStatus }: Pick<OrderCard, 'status' | 'repayStatus'>): boolean {
  return status === OrderStatus.waitingPayment && repayStatus === RepayStatus.settled;
}

/** It is a loan or can become one: its figures are promises, not what might have been. */
export function isAlive({ status }: Pick<OrderCard, 'status'>): boolean {
  return status !== OrderStatus.rejected && status !== OrderStatus.cancelled && status !== OrderStatus.cancelledBySystem;
}

/** What the figure of an order is: what settles it today, or the amount that it is about. */
export function figureLabel(order: Pick<OrderCard, 'status' | 'repayStatus'>): 'list.amount' | 'list.overdue' | 'list.dueNow' {
  if (!isRunning(order)) return 'list.amount';
  return order.repayStatus === RepayStatus.overdue ? 'list.overdue' : 'list.dueNow';
}
