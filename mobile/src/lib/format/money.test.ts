import { describe, expect, it } from 'vitest';
import vectors from '@loanmarket/shared-types/vectors/formats.json';
import { copiedMoney, formatMoney, formatRate, usesGroupSeparatorAsDecimal, regroupThousands, typedMoney } from './money';
import type { Language } from '@/i18n';

// spec: 9.region-vi, 9.region-cn, 9.region-id, 9.region-th, 9.region-gh
describe('formatMoney with the vectors shared with the server', () => {
  it.each(vectors.money)('writes $minor $currency in $language as $text', ({ minor, currency, language, text }) => {
    expect(formatMoney(minor, currency, language as Language).replace(/\u00a0/g, ' ')).toBe(text);
  });

  it('never wraps between amount and symbol', () => {
    expect(formatMoney(1000, 'VND', 'vi')).not.toContain(' ');
  });
});

describe('copiedMoney', () => {
  it.each([
    [2_150_000, 'VND', '2150000'],
    [215_050, 'GHS', '2150.50'],
    [215_000, 'THB', '2150'],
    [2_150_000, 'IDR', '2150000'],
  ])('%s of %s is pasted as %s', (minor, currency, text) => expect(copiedMoney(minor, currency)).toBe(text));
});

describe('typedMoney', () => {
  it.each([
    ['2.150.000', 'VND', 'vi', 2150000, '2.150.000'],
    ['2,150,000 ₫', 'VND', 'en', 2150000, '2,150,000'],
    ['1,000,000.00 VND', 'VND', 'vi', 1000000, '1.000.000'],
    ['Rp 1.000.000,00', 'IDR', 'en', 1000000, '1,000,000'],
    ['2.150,000', 'VND', 'vi', 2150000, '2.150.000'],
    ['1 000 000,00 đ', 'VND', 'vi', 1000000, '1.000.000'],
    ['1 000 000 đ', 'VND', 'vi', 1000000, '1.000.000'],
    ['1000000.00', 'VND', 'vi', 1000000, '1.000.000'],
    ['', 'VND', 'vi', null, ''],
    ['abc', 'VND', 'vi', null, ''],
    ['007', 'VND', 'vi', 7, '7'],
    ['1,500.5', 'THB', 'th', 150050, '1,500.5'],
    ['1.500,55', 'THB', 'th', 150055, '1,500.55'],
    ['1.500,55', 'THB', 'vi', 150055, '1.500,55'],
    ['1,500', 'THB', 'th', 150000, '1,500'],
    ['.5', 'GHS', 'en', 50, '0.5'],
    ['12', 'GHS', 'en', 1200, '12'],
    ['1500.', 'GHS', 'en', 150000, '1,500.'],
    ['1,500.555', 'GHS', 'en', 150055, '1,500.55'],
    ['1500.', 'CNY', 'vi', 150000, '1.500,'],
    ['1,5', 'CNY', 'en', 150, '1.5'],
    ['15,75 GHS', 'GHS', 'en', 1575, '15.75'],
    ['15.75 ¥', 'CNY', 'vi', 1575, '15,75'],
    ['1.000.000', 'THB', 'th', 100000000, '1,000,000'],
    ['1,000,000 ¥', 'CNY', 'vi', 100000000, '1.000.000'],
    ['1.000,50 ฿', 'THB', 'th', 100050, '1,000.50'],
    ['15.5 ฿', 'THB', 'th', 1550, '15.5'],
    ['1500.555', 'GHS', 'en', 150055, '1,500.55'],
    ['1500,555', 'CNY', 'vi', 150055, '1.500,55'],
    ['.500,5', 'CNY', 'vi', 50050, '500,5'],
    ['12345678901234', 'VND', 'vi', 1234567890123, '1.234.567.890.123'],
    ['0000000000000012', 'VND', 'vi', 12, '12'],
  ] as const)('reads %j %s in %s as %s and shows %j', (typed, currency, language, minor, text) => {
    expect(typedMoney(typed, currency, language)).toEqual({ minor, text });
  });

  it('treats a group separator as such after a digit was deleted', () => {
    expect(typedMoney('1,50', 'THB', 'th', 'shortened')).toEqual({ minor: 15000, text: '150' });
    expect(typedMoney('1.50', 'THB', 'vi', 'shortened')).toEqual({ minor: 15000, text: '150' });
    expect(typedMoney('1,500.5', 'THB', 'th', 'shortened')).toEqual({ minor: 150050, text: '1,500.5' });
    expect(typedMoney('500.5', 'THB', 'th', 'shortened')).toEqual({ minor: 50050, text: '500.5' });
  });

  it('treats no separator as a decimal separator in a currency without decimals', () => {
    expect(typedMoney('1.000.00', 'VND', 'vi', 'shortened')).toEqual({ minor: 100000, text: '100.000' });
    expect(typedMoney('1.000,', 'VND', 'vi')).toEqual({ minor: 1000, text: '1.000' });
  });

  it.each([
    ['500.00', 500],
    ['500,00 ₫', 500],
    ['500.5', 500],
    ['500.0000', 500],
    ['1.500.00', 1500],
    ['.50', null],
    ['500.000', 500_000],
    ['500,000', 500_000],
    ['1.500.000', 1_500_000],
    ['500.00.', 500],
    ['Rp.50', 50],
    ['Rp.5000', 5000],
    ['500000', 500_000],
  ])('reads a pasted %j as %s in a currency without decimals, and never as more', (pasted, minor) => {
    expect(typedMoney(pasted, 'VND', 'vi', 'pasted').minor).toBe(minor);
    expect(typedMoney(pasted, 'IDR', 'en', 'pasted').minor).toBe(minor);
  });

  it.each(['THB', 'GHS', 'CNY'])('reads %s with decimals, typed character by character', (currency) => {
    let text = '';
    Array.from('1517.89').forEach((sign) => ({ text } = typedMoney(text + sign, currency, 'en')));
    expect(typedMoney(text, currency, 'en')).toEqual({ minor: 151789, text: '1,517.89' });
  });
});

describe('a group separator that is typed as a decimal separator', () => {
  it.each([
    ['en', false, '1,', '1.', true],
    ['vi', false, '1.', '1,', true],
    ['en', false, '1.', '1.', false],
    ['vi', false, '1,', '1,', false],
    ['en', true, '1.5', '1.5', true],
    ['en', true, '15', '15', false],
    ['en', false, '1,500', '1,500', false],
  ] as const)('usesGroupSeparatorAsDecimal in %s (before: %s) for %j shown as %j: %s', (language, before, typed, text, is) => {
    expect(usesGroupSeparatorAsDecimal(before, typed, text, language)).toBe(is);
  });

  it.each([
    ['en', '1.234', '1.23', '1234'],
    ['vi', '1,234', '1,23', '1234'],
    ['en', '1,512.345', '1,512.34', '1,512345'],
    ['en', '0.234', '0.23', null],
    ['en', '1.23', '1.23', null],
    ['en', '1.23x', '1.23', null],
    ['en', '1.2345', '1.23', null],
    ['en', '1.23', '1.2', null],
    ['en', '91.23', '1.23', null],
    ['en', '150', '15', null],
  ] as const)('regroupThousands in %s for %j typed after %j: %j', (language, typed, shown, meant) => {
    expect(regroupThousands(typed, shown, language)).toBe(meant);
  });
});

describe('formatRate', () => {
  it('writes basis points as a local percentage', () => {
    expect(formatRate(3004, 'vi')).toBe('30,04%');
    expect(formatRate(1500, 'en')).toBe('15%');
    expect(formatRate(123_456, 'vi'), 'without group separators, like the server').toBe('1234,56%');
  });
});
