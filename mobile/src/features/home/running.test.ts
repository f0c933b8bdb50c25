import type { OrderCard } from '@loanmarket/shared-types/api';
import { describe, expect, it } from 'vitest';
import { needOf, runningOrders } from './running';

const order = (orderId: string, status: number, repayStatus: number | null = null, daysLeft: number | null = null) =>
  ({ orderId, status, repayStatus, daysLeft }) as OrderCard;

describe('needOf', () => {
  it.each([
    [1, null, 'wait'],
    [2, null, 'wait'],
    [3, null, null],
    [4, null, 'confirm'],
    [5, null, 'wait'],
    [6, null, 'changeCard'],
    [7, null, null],
    [8, null, null],
    [9, 1, 'pay'],
    [9, 2, 'overdue'],
    [9, 3, null],
  ])('status %s with repay status %s needs %s', (status, repayStatus, need) => {
    expect(needOf(order('a', status, repayStatus))).toBe(need);
  });
});

it('needOf returns lapsed for an expired offer', () => {
  expect(needOf({ ...order('a', 4), offerExpiresAt: null })).toBe('lapsed');
});

describe('runningOrders', () => {
  it('sorts urgent orders first and omits finished ones', () => {
    const orders = [
      order('rejected', 3),
      order('waiting', 2),
      order('due later', 9, 1, 30),
      order('offer', 4),
      order('settled', 9, 3),
      order('due soon', 9, 1, 2),
      order('overdue', 9, 2, -4),
      order('payout failed', 6),
    ];
    expect(runningOrders(orders).map(({ orderId }) => orderId)).toEqual(['overdue', 'due soon', 'offer', 'payout failed', 'due later', 'waiting']);
  });

  it('sorts loans by due date, those due within three days before the offers', () => {
    const orders = [order('in 3', 9, 1, 3), order('offer', 4), order('in 30', 9, 1, 30), order('in 1', 9, 1, 1), order('in 4', 9, 1, 4), order('over by 9', 9, 2, -9), order('over by 2', 9, 2, -2)];
    expect(runningOrders(orders).map(({ orderId }) => orderId)).toEqual(['over by 9', 'over by 2', 'in 1', 'in 3', 'offer', 'in 4', 'in 30']);
  });

  it('does not modify the given list', () => {
    const orders = [order('b', 2), order('a', 4)];
    runningOrders(orders);
    expect(orders.map(({ orderId }) => orderId)).toEqual(['b', 'a']);
  });
});
