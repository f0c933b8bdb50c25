import { OrderStatus, RepayStatus } from '@loanmarket/shared-types/enums';
import { describe, expect, it } from 'vitest';
import { figureLabel, headlineOf, hasBindingFigures, isRunning, isSettled, statusTagOf } from './status';

describe('statusTagOf', () => {
  it('has a distinct word for every state that a borrower must tell apart', () => {
    const words = Object.values(OrderStatus)
      .filter((status) => status !== OrderStatus.waitingPayment && status !== OrderStatus.underReview)
      .map((status) => statusTagOf({ status, repayStatus: null }).word);
    expect(new Set(words).size).toBe(words.length);
  });

  // spec: 4.repay-1, 4.repay-2, 4.repay-3
  it('has a word and a colour for each repay status', () => {
    expect([1, 2, 3].map((repayStatus) => statusTagOf({ status: 9, repayStatus }))).toEqual([
      { word: 'terms:status.awaiting', tone: 'plain' },
      { word: 'terms:status.overdue', tone: 'danger' },
      { word: 'terms:status.settled', tone: 'positive' },
    ]);
  });

  it('shows an expired offer as lapsed, not as to be confirmed', () => {
    expect(statusTagOf({ status: OrderStatus.toBeConfirmed, repayStatus: null, offerExpiresAt: null })).toEqual({ word: 'terms:status.lapsed', tone: 'plain' });
  });

  it('shows both review states alike', () => {
    expect(statusTagOf({ status: OrderStatus.underReview, repayStatus: null })).toEqual(statusTagOf({ status: OrderStatus.waitingRiskReview, repayStatus: null }));
  });

  it('marks an overdue loan by its tone, too', () => {
    expect(statusTagOf({ status: OrderStatus.waitingPayment, repayStatus: RepayStatus.overdue })).toEqual({ word: 'terms:status.overdue', tone: 'danger' });
  });
});

describe('headlineOf', () => {
  // spec: 4.status-1, 4.status-2, 4.status-3, 4.status-4, 4.status-5, 4.status-6
  // spec: 4.status-7, 4.status-8, 4.status-9
  it('has a sentence for every status of the specification', () => {
    expect(Object.values(OrderStatus).map((status) => headlineOf({ status, repayStatus: null }).replace('loan:status.', ''))).toEqual([
      'waiting', 'waiting', 'rejected', 'approved', 'disbursing', 'failed', 'closed', 'closed', 'paidOut',
    ]);
  });
});

describe('isRunning', () => {
  it('is false once the loan is settled', () => {
    expect(isRunning({ status: OrderStatus.waitingPayment, repayStatus: RepayStatus.overdue })).toBe(true);
    expect(isRunning({ status: OrderStatus.waitingPayment, repayStatus: RepayStatus.settled })).toBe(false);
    expect(isRunning({ status: OrderStatus.disbursing, repayStatus: null })).toBe(false);
  });
});

describe('figureLabel', () => {
  it('calls a loan overdue only when it is', () => {
    expect(figureLabel({ status: OrderStatus.waitingPayment, repayStatus: RepayStatus.awaiting })).toBe('list.dueNow');
    expect(figureLabel({ status: OrderStatus.waitingPayment, repayStatus: RepayStatus.overdue })).toBe('list.overdue');
    expect(figureLabel({ status: OrderStatus.waitingPayment, repayStatus: RepayStatus.settled })).toBe('list.amount');
    expect(figureLabel({ status: OrderStatus.toBeConfirmed, repayStatus: null })).toBe('list.amount');
  });
});

describe('isSettled', () => {
  it('is true only if the money was paid out and repaid', () => {
    expect(isSettled({ status: OrderStatus.waitingPayment, repayStatus: RepayStatus.settled })).toBe(true);
    expect(isSettled({ status: OrderStatus.waitingPayment, repayStatus: RepayStatus.awaiting })).toBe(false);
    expect(isSettled({ status: OrderStatus.disbursing, repayStatus: null })).toBe(false);
  });
});

describe('hasBindingFigures', () => {
  it('is false for a rejected order and for both kinds of cancelled orders', () => {
    const over = Object.values(OrderStatus).filter((status) => !hasBindingFigures({ status }));
    expect(over).toEqual([OrderStatus.rejected, OrderStatus.cancelled, OrderStatus.cancelledBySystem]);
  });
});
