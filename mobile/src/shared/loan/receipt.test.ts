import type { FeeTerms, Quote } from '@loanmarket/shared-types/api';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { lateLines, dueDateShift, rateLines, receivedLines, repaidLines } from './receipt';
import { galleryConfig } from '@/gallery/config';
import { loadTexts, startTexts } from '@/i18n';
import { setConfig } from '@/lib/config';
import { plain } from '@/test/plain';

beforeAll(async () => {
  setConfig(galleryConfig);
  await startTexts('vi');
  await loadTexts('loan');
});

const quote: Quote = {
  amount: 20_000_000, currency: 'VND', termDays: 91, interestDays: 91, actualReceived: 19_250_000, frontServiceFee: 750_000, interest: 747_945, serviceFee: 0,
  accountFee: 0, totalToRepay: 20_747_945, dueDate: '2027-02-22', annualRateBps: 1500, aprBps: 3121, effectiveAprBps: 3506, overdueFeeBpsDay: 6,
  overdueFeeCapBps: 2000, lateFee: 50_000, graceDays: 3,
};
const fees: FeeTerms = {
  frontServiceFeeBps: 375, serviceFeeBps: 0, accountFeeFlat: 0, accountFeeBps: 0, lateFee: 50_000, graceDays: 3, overdueFeeBpsDay: 6,
  overdueFeeCapBps: 2000, extensionFeeBps: 150, extensionDays: 14, extensionMax: 2, extensionOverdueDays: 0, extensionUnpaid: false,
};
const sum = (lines: { amount: number | string; minus?: boolean }[]) =>
  lines.reduce((total, { amount, minus }) => total + (typeof amount === 'number' ? (minus ? -amount : amount) : 0), 0);

describe('quote receipts', () => {
  it('add up to the received and total amounts of the server', () => {
    expect(sum(receivedLines(quote))).toBe(quote.actualReceived);
    expect(sum(repaidLines(quote))).toBe(quote.totalToRepay);
    const dearer = { ...quote, serviceFee: 300_000, accountFee: 20_000, totalToRepay: 21_067_945 };
    expect(sum(repaidLines(dearer))).toBe(dearer.totalToRepay);
  });

  it('have no line for a fee that is not charged', () => {
    expect(repaidLines(quote).map(({ label }) => label)).toEqual(['tiền gốc', 'tiền lãi']);
    expect(receivedLines({ ...quote, frontServiceFee: 0 })).toHaveLength(1);
  });

  it('explain every fee', () => {
    const charged = [...receivedLines(quote).slice(1), ...repaidLines({ ...quote, serviceFee: 1, accountFee: 1 }).slice(1), ...lateLines(quote, fees)];
    expect(charged).toHaveLength(7);
    charged.forEach(({ why }) => expect(String(why).length).toBeGreaterThan(20));
  });

  it('show both APRs, and the due date in words', () => {
    // A date in the current year would be formatted without the year.
    vi.setSystemTime('2026-11-23T05:00:00Z');
    const shown = rateLines(quote).map(({ amount }) => plain(String(amount)));
    vi.useRealTimers();
    expect(shown).toEqual(['Thứ Hai, 22 tháng 2, 2027', '15%', '31,21%', '35,06%']);
  });

  it('explain the days that a bank holiday adds to the term', () => {
    expect(dueDateShift(quote)).toBeNull();
    const moved = { ...quote, interestDays: 93 };
    expect(plain(dueDateShift(moved))).toMatch(/ngày làm việc kế tiếp.*93 ngày/);
    expect(plain(String(repaidLines(moved)[1]!.why))).toContain('× 93 ngày ÷ 365');
  });

  it('show no late fees and extensions that the product does not have', () => {
    expect(lateLines({ ...quote, overdueFeeBpsDay: 0, lateFee: 0 }, { ...fees, extensionMax: 0, extensionOverdueDays: 0, extensionUnpaid: false })).toEqual([]);
  });
});
