import { describe, expect, it } from 'vitest';
import { formatMoney, formatRate, parseMoney } from './money';

describe('formatMoney', () => {
  it.each([
    [2150000, 'VND', 'vi', '2.150.000 ₫'],
    [2150000, 'VND', 'en', '2,150,000 ₫'],
    [0, 'VND', 'vi', '0 ₫'],
    [-50000, 'VND', 'vi', '-50.000 ₫'],
    [1000000, 'GHS', 'en', 'GH₵10,000'],
    [1059836, 'GHS', 'en', 'GH₵10,598.36'],
    [150050, 'THB', 'th', '฿1,500.50'],
    [5000000, 'IDR', 'vi', 'Rp 5.000.000'],
    [12345, 'CNY', 'cn', '¥123.45'],
  ] as const)('writes %i %s in %s as %s', (minor, currency, language, text) => {
    expect(formatMoney(minor, currency, language).replace(/\u00a0/g, ' ')).toBe(text);
  });

  it('never wraps between figure and symbol', () => {
    expect(formatMoney(1000, 'VND', 'vi')).not.toContain(' ');
  });
});

describe('parseMoney', () => {
  it.each([
    ['2.150.000', 'VND', 2150000],
    ['2,150,000 ₫', 'VND', 2150000],
    ['', 'VND', null],
    ['abc', 'VND', null],
    ['1,500.5', 'THB', 150050],
    ['1.500,55', 'THB', 150055],
    ['1,500', 'THB', 150000],
    ['.5', 'GHS', 50],
    ['12', 'GHS', 1200],
  ] as const)('reads %j %s as %s', (typed, currency, minor) => {
    expect(parseMoney(typed, currency)).toBe(minor);
  });
});

describe('formatRate', () => {
  it('writes basis points as a local percentage', () => {
    expect(formatRate(3004, 'vi')).toBe('30,04\u00a0%');
    expect(formatRate(1500, 'en')).toBe('15\u00a0%');
  });
});
