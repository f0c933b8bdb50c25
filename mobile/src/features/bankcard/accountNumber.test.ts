import { describe, expect, it } from 'vitest';
import { numberProblem } from './accountNumber';

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
});
