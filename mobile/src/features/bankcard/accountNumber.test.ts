import { describe, expect, it } from 'vitest';
import { numberProblem } from './accountNumber';

describe('account and card numbers', () => {
  it.each([
    ['0071 0012 34567', 'account', null],
    ['ndt123456', 'account', null],
    ['12345', 'account', 'bankcard:number.accountLetters'],
    ['01234567890123456789', 'account', 'bankcard:number.accountLetters'],
    ['1234_5678', 'account', 'bankcard:number.accountLetters'],
    ['4111 1111 1111 1111', 'card', null],
    ['4539 1488 0343 6467', 'card', null],
    ['6212340567899012340', 'card', null],
    ['4111-1111-1111-1112', 'card', 'bankcard:number.card'],
    ['411111111111', 'card', 'bankcard:number.cardLength'],
    ['4111 1111 1111 111X', 'card', 'bankcard:number.cardLength'],
  ] as const)('entry %j as %s number: problem %s', (typed, type, problem) => {
    expect(numberProblem(typed, type, { min: 6, max: 19, letters: true })).toBe(problem);
  });

  it.each(['4539148803436467', '6212340567899012340'])('rejects every single wrong digit of card number %s', (number) => {
    for (const at of number.slice(0, -1).split('').keys()) {
      for (const digit of '0123456789') {
        const slip = number.slice(0, at) + digit + number.slice(at + 1);
        expect(numberProblem(slip, 'card', { min: 6, max: 19, letters: true }) === null, slip).toBe(slip === number);
      }
    }
  });

  it.each([
    ['123456789', 'bankcard:number.account'],
    ['123-4-56789-0', null],
    ['123456789012345', null],
    ['1234567890123456', 'bankcard:number.account'],
    ['ndt1234567', 'bankcard:number.account'],
  ] as const)('entry %j where account numbers have 10 to 15 digits: problem %s', (typed, problem) => {
    expect(numberProblem(typed, 'account', { min: 10, max: 15, letters: false })).toBe(problem);
  });
});
