import { describe, expect, it } from 'vitest';
import { noticed, emptySeen, openCode } from './seen';
import { hearServerTime } from '@/base/serverClock';
import { offered, running } from '@/test/data/order';
import { intent, options, payment, receipt } from '@/test/data/repay';

const at = 1_780_000_000_000;
const owing = noticed(emptySeen, 'order/list', { tab: 'running' }, { orders: [running, offered], nextCursor: '' }, at);

describe('last seen data', () => {
  it('contains the debts of the running orders, without offers', () => {
    expect(owing.debts).toEqual([{ orderId: running.orderId, orderNo: running.orderNo, lenderName: running.lenderName, currency: 'VND', dueNow: running.dueNow, dueDate: running.dueDate, at }]);
    expect(noticed(owing, 'order/list', { tab: 'all' }, { orders: [], nextCursor: '' }, at)).toBe(owing);
    expect(noticed(owing, 'order/list', { tab: 'running' }, { orders: [], nextCursor: '' }, at).debts).toEqual([]);
  });

  it('updates a debt, and removes it once nothing is owed', () => {
    expect(noticed(owing, 'repay/options', {}, { ...options, dueNow: 5 }, at + 1).debts).toEqual([{ ...owing.debts[0], dueNow: 5, dueDate: options.dueDate, at: at + 1 }]);
    expect(noticed(owing, 'repay/options', {}, { ...options, dueNow: 0 }, at).debts).toEqual([]);
  });

  it('contains at most 20 receipts, newest first, without duplicates or reversed payments', () => {
    const older = { ...payment, paymentId: 'older', paidAt: '2020-01-01T00:00:00Z' };
    const seen = noticed(noticed(emptySeen, 'repay/receipt', {}, receipt, at), 'repay/record', {}, { payments: [older, payment], nextCursor: '' }, at);
    expect(seen.receipts.map(({ paymentId }) => paymentId)).toEqual([payment.paymentId, 'older']);
    const taken = noticed(seen, 'repay/record', {}, { payments: [{ ...payment, state: 'reversed' }], nextCursor: '' }, at);
    expect(taken.receipts.map(({ paymentId }) => paymentId)).toEqual(['older']);
    const many = Array.from({ length: 50 }, (_, n) => ({ ...payment, paymentId: String(n) }));
    expect(noticed(seen, 'repay/record', {}, { payments: many, nextCursor: '' }, at).receipts).toHaveLength(20);
  });

  it('contains the open code until it expires or is paid', () => {
    const seen = noticed(emptySeen, 'repay/intent', {}, { ...intent, expiresAt: new Date(at + 1000).toISOString() }, at);
    expect(openCode(seen, at + 999)).toMatchObject({ memo: intent.memo, qrText: intent.qrText });
    expect(openCode(seen, at + 1000)).toBeNull();
    expect(openCode(seen, at - 1), 'no code is open before the time at which it was recorded').toBeNull();
    expect(noticed(seen, 'repay/intent', {}, { ...intent, state: 'paid' }, at).code).toBeNull();
    expect(noticed(seen, 'repay/intent', {}, { ...intent, state: 'paid', intentId: 'another' }, at).code).toBe(seen.code);
    expect(JSON.stringify(seen)).not.toContain(intent.payToken);
  });

  it('contains the open code for its full validity, even if the phone clock is days behind', () => {
    hearServerTime(new Date(at + 2 * 86_400_000).toUTCString());
    const expiresAt = new Date(at + 2 * 86_400_000 + 3_600_000).toISOString();
    const seen = noticed(emptySeen, 'repay/intent', {}, { ...intent, expiresAt }, at);
    expect(openCode(seen, at + 3_500_000)).not.toBeNull();
    expect(openCode(seen, at + 3_700_000)).toBeNull();
  });
});
