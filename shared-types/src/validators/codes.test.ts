import { describe, expect, it } from 'vitest';
import { accountDigits, isAccountNumber, isImageCode, isPhone, isSmsCode } from '.';

const vietnam = { areaCode: '+84', maxPhoneLength: 10, forceLeadingZero: true, phonePattern: '^0(3[2-9]|9[0-4])[0-9]{7}$' };

describe('phones in forms', () => {
  it.each([
    ['0912345678', true],
    ['0951234567', true],
    ['091234567', false],
    ['', false],
  ])('%j is whole: %s', (typed, good) => {
    expect(isPhone(typed, vietnam)).toBe(good);
  });
});

describe('codes and accounts', () => {
  // spec: 5.image-code
  it.each([['abcd', true], [' abcd ', true], ['abc', false], ['abcde', false], ['', false]])('image code %j: %s', (typed, good) => {
    expect(isImageCode(typed)).toBe(good);
  });
  it.each([['1234', 4, true], ['12345', 4, false], ['123a', 4, false], ['123456', 6, true]])('SMS code %j of %i: %s', (typed, length, good) => {
    expect(isSmsCode(typed, length)).toBe(good);
  });
  it.each([['123456', true], ['9704 0000 1234 5678', true], ['12345', false], ['12345678901234567890', false], ['12ab5678', false]])(
    'account %j: %s',
    (typed, good) => {
      expect(isAccountNumber(typed)).toBe(good);
    },
  );
  it('knows an account number by its digits alone', () => {
    expect(accountDigits('9704-0000 1234.5678')).toBe('9704000012345678');
  });
});
