import type { RepayOptionsData } from '@loanmarket/shared-types/api';
import { describe, expect, it } from 'vitest';
import { effectOf, purposeOf, acceptsAmount } from './amount';

const options = {
  overdue: false,
  payoff: { amount: 2_050_000, validUntil: '2026-03-12T17:00:00Z', saving: 10_000 },
  methods: [
    { method: 'bank', minAmount: 1 },
    { method: 'paycode', minAmount: 100 },
  ],
} as unknown as RepayOptionsData;

describe('effectOf', () => {
  it.each([
    [null, 'none'],
    [0, 'none'],
    [1, 'part'],
    [2_050_000, 'all'],
    [2_050_001, 'more'],
  ] as const)('of amount %s is %s', (amount, effect) => expect(effectOf(amount, 2_050_000)).toBe(effect));
});

describe('acceptsAmount', () => {
  // spec: 5.qr-minimum, 9.qr-min-100
  it('enforces the minimum of payment codes, but lets a transfer pay the last dong', () => {
    expect(acceptsAmount(options, 'paycode', 99)).toBe(false);
    expect(acceptsAmount(options, 'paycode', 100)).toBe(true);
    expect(acceptsAmount(options, 'bank', 1)).toBe(true);
  });

  it('refuses a payment method that the server does not offer', () => {
    expect(acceptsAmount({ ...options, methods: [] }, 'paycode', 1000)).toBe(false);
  });
});

describe('purposeOf', () => {
  it('is payoff only for the quoted amount of a loan that is not overdue', () => {
    expect(purposeOf(2_050_000, options)).toBe('payoff');
    expect(purposeOf(2_000_000, options)).toBe('repayment');
    expect(purposeOf(2_050_000, { ...options, overdue: true })).toBe('repayment');
  });
});
