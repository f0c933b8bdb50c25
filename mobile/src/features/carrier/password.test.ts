import { expect, it } from 'vitest';
import { brokenRules } from './password';

// spec: 5.password, 9.password-8
it('wants 8 characters with digits and letters', () => {
  expect(brokenRules('abcd1234')).toEqual([]);
  expect(brokenRules('mật khẩu 1')).toEqual([]);
  expect(brokenRules('abc1234')).toEqual(['length']);
  expect(brokenRules('12345678')).toEqual(['letter']);
  expect(brokenRules('abcdefgh')).toEqual(['digit']);
  expect(brokenRules('')).toEqual(['length', 'letter', 'digit']);
});
