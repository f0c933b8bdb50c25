import { describe, expect, it } from 'vitest';
import vectors from '../../vectors/fields.json';
import { brokenRules, cleanAccountNumber, isImageCode, isPhone, isSameAccountNumber, isSmsCode, maskImageCode, messageProblem } from '.';

describe('typed fields with the vectors shared with the server', () => {
  // spec: 5.image-code, 9.image-code-4
  it.each(vectors.imageCode)('image code $in: $ok', (v) => {
    expect(isImageCode(v.in)).toBe(v.ok);
  });
  // spec: 5.sms-submit, 5.sms-server-text, 9.sms-code-4
  it.each(vectors.smsCode)('SMS code $in of $length: $ok', (v) => {
    expect(isSmsCode(v.in, v.length)).toBe(v.ok);
  });
  // spec: 5.password, 9.password-8
  it.each(vectors.password)('password $in breaks $broken', (v) => {
    expect(brokenRules(v.in)).toEqual(v.broken);
  });
  // spec: 5.complaint-text, 9.complaint-300
  it.each(vectors.message)('message of $times times $in: "$problem"', (v) => {
    expect(messageProblem(v.in.repeat(v.times)) ?? '').toBe(v.problem);
  });
  // spec: 5.account-twice
  it.each(vectors.twice)('account $first and $again: $same', (v) => {
    expect(isSameAccountNumber(v.first, v.again)).toBe(v.same);
  });
});

it('maskImageCode keeps only the valid characters of a pasted code', () => {
  expect(maskImageCode(' a B3\nd4 ')).toBe('aB3d');
  expect(maskImageCode('ａＢ ３๔')).toBe('aB34');
});

it('cleanAccountNumber removes separators and converts letters to upper case', () => {
  expect(cleanAccountNumber(' 0071-0012.34567 ')).toBe('0071001234567');
  expect(cleanAccountNumber('ndt123456')).toBe('NDT123456');
});

describe('isPhone', () => {
  const vietnam = { areaCode: '+84', maxPhoneLength: 10, forceLeadingZero: true, phonePattern: '^0(3[2-9]|9[0-4])[0-9]{7}$' };
  it.each([
    ['0912345678', true],
    ['0951234567', true],
    ['091234567', false],
    ['', false],
  ])('%j is complete: %s', (typed, good) => {
    expect(isPhone(typed, vietnam)).toBe(good);
  });
});
