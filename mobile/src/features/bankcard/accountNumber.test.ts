import { describe, expect, it } from 'vitest';
import { cleanNumber, numberProblem, sameNumber } from './accountNumber';

describe('account and card numbers', () => {
  it.each([
    ['0071 0012 34567', 'account', null],
    ['ndt123456', 'account', null],
    ['12345', 'account', 'bankcard:number.account'],
    ['01234567890123456789', 'account', 'bankcard:number.account'],
    ['1234_5678', 'account', 'bankcard:number.account'],
    ['4111 1111 1111 1111', 'card', null],
    ['4111-1111-1111-1112', 'card', 'bankcard:number.card'],
    ['411111111111', 'card', 'bankcard:number.cardLength'],
    ['4111 1111 1111 111X', 'card', 'bankcard:number.cardLength'],
  ] as const)('%j as %s: %s', (typed, type, problem) => {
    expect(numberProblem(typed, type)).toBe(problem);
  });

  it('sends what the bank writes, not how it was grouped', () => {
    expect(cleanNumber(' 0071-0012.34567 ')).toBe('0071001234567');
    expect(cleanNumber('ndt123456')).toBe('NDT123456');
  });

  it('compares the two entries as numbers', () => {
    expect(sameNumber('0071 0012 34567', '0071001234567')).toBe(true);
    expect(sameNumber('0071001234567', '0071001234568')).toBe(false);
  });
});
