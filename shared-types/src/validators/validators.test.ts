import { describe, expect, it } from 'vitest';
import ids from '../../vectors/idnumber.json';
import phones from '../../vectors/phone.json';
import { accountDigits, checkIdNumber, isAccountNumber, isContactPhone, isImageCode, isLandingPhone, isPhone, isSmsCode, maskPhone } from '.';

const region = (code: string) => phones.regions[code as keyof typeof phones.regions];

describe('phones', () => {
  it.each(phones.mask)('masks $typed in $region as $phone', (vector) => {
    expect(maskPhone(vector.typed, region(vector.region))).toBe(vector.phone);
  });
  it.each(phones.landing)('landing check of $phone in $region: $good', (vector) => {
    expect(isLandingPhone(vector.phone, region(vector.region))).toBe(vector.good);
  });
  it.each(phones.general)('general check of $phone in $region: $good', (vector) => {
    expect(isPhone(vector.phone, region(vector.region))).toBe(vector.good);
  });
  it.each(phones.contact)('contact $phone of $own: $good', (vector) => {
    expect(isContactPhone(vector.phone, vector.own)).toBe(vector.good);
  });
  it('leaves a masked number as it is', () => {
    const once = maskPhone('+84 912 345 678', region('vi'));
    expect(maskPhone(once, region('vi'))).toBe(once);
  });
});

describe('ID numbers', () => {
  it.each(ids)('$region $id: $problem', (vector) => {
    expect(checkIdNumber(vector.id, vector.region)).toBe(vector.problem);
  });
});

describe('codes and accounts', () => {
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
