import { describe, expect, it, vi } from 'vitest';
import { formatDay, formatDaysLeft, formatDayShort, formatInstant, formatInstantDay, formatLastDay, formatTime, marketDay } from './date';
import { hearServerTime } from '@/base/serverClock';
import { startTexts } from '@/i18n';
import { plain } from '@/test/plain';

describe('formatDay', () => {
  it.each([
    ['vi', 'Thứ Sáu, 12 tháng 3'],
    ['th', 'วันศุกร์ที่ 12 มีนาคม'],
    ['cn', '3月12日星期五'],
  ] as const)('formats a day of this year in %s without line breaks', (language, words) => {
    const day = formatDay('2027-03-12', language, '2027-01-01');
    expect(plain(day)).toBe(words);
    expect(day, 'the date must not wrap').not.toMatch(/ |\d[\u4e00-\u9fff]|[\u4e00-\u9fff]\d/);
  });

  it.each([
    ['vi', 'Thứ\u00a0Sáu, 12\u00a0tháng\u00a03,\u00a02027'],
    ['en', 'Friday, 12\u00a0March\u00a02027'],
    ['th', /^วัน\u2060ศุกร์ที่\u00a012\u00a0มีนาคม\u00a0(พ\.ศ\.\u00a0)?2570$/],
    ['cn', '2027\u2060年\u20603\u2060月\u206012\u2060日星\u2060期\u2060五'],
  ] as const)('allows a line break only beside the weekday in a date with a year, in %s', (language, words) => {
    const day = formatDay('2027-03-12', language, '2026-12-31');
    if (typeof words === 'string') expect(day).toBe(words);
    else expect(day).toMatch(words);
  });

  it('adds the year if it is not the current one', () => {
    expect(formatDay('2027-03-12', 'vi', '2026-12-31')).toContain('2027');
    expect(formatDay('2027-03-12', 'th', '2026-12-31')).toContain('2570');
  });
});

it('marketDay uses the server clock, even if the phone clock is days off', () => {
  hearServerTime('Thu, 31 Dec 2026 17:30:00 GMT');
  expect(marketDay(undefined, 'Asia/Ho_Chi_Minh')).toBe('2027-01-01');
  hearServerTime(new Date().toUTCString());
});

it('formatDayShort uses the local order of day, month and year', () => {
  expect(formatDayShort('2027-03-12', 'vi')).toBe('12/03/2027');
  expect(formatDayShort('2027-03-12', 'cn')).toBe('2027/03/12');
});

it('formatInstant uses the time zone of the region, not of the phone', () => {
  expect(plain(formatInstant('2027-03-11T18:05:00Z', 'vi', 'Asia/Ho_Chi_Minh'))).toBe('01:05, 12/03/2027');
  expect(plain(formatInstant('2027-03-11T18:05:00Z', 'vi', 'Africa/Accra'))).toBe('18:05, 11/03/2027');
  expect(plain(formatInstant('2027-03-11T18:05:00Z', 'cn', 'Asia/Ho_Chi_Minh'))).toBe('2027/03/12 01:05');
});

it('formatInstant returns a text that does not wrap', () => {
  expect(formatInstant('2027-03-11T18:05:00Z', 'vi', 'Asia/Ho_Chi_Minh')).toBe('01:05,\u00a012/03/2027');
});

it('formatInstantDay and formatTime use the time zone of the region', () => {
  expect(plain(formatInstantDay('2027-03-11T18:05:00Z', 'vi', 'Asia/Ho_Chi_Minh'))).toContain('12 tháng 3');
  expect(formatTime('2027-03-11T18:05:00Z', 'vi', 'Asia/Ho_Chi_Minh')).toBe('01:05');
});

it('formatInstant writes midnight as 00:00 in an engine that writes 24:00', () => {
  const Own = Intl.DateTimeFormat;
  const old = vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function (locale, { hour12, ...rest } = {}) {
    return new Own(locale, hour12 === false ? { ...rest, hourCycle: 'h24' } : rest);
  });
  expect(new Intl.DateTimeFormat('zh-CN', { hour: '2-digit', minute: '2-digit', hour12: false, timeZone: 'UTC' }).format(0)).toBe('24:00');
  expect(plain(formatInstant('2027-03-11T17:00:00Z', 'cn', 'Asia/Jakarta'))).toBe('2027/03/12 00:00');
  expect(plain(formatInstant('2027-03-11T16:59:00Z', 'cn', 'Asia/Jakarta'))).toBe('2027/03/11 23:59');
  old.mockRestore();
});

it('formatLastDay returns the last day before an instant', () => {
  expect(plain(formatLastDay('2027-03-12T17:00:00Z', 'vi', 'Asia/Ho_Chi_Minh'))).toContain('12 tháng 3');
  expect(plain(formatLastDay('2027-03-12T17:00:01Z', 'vi', 'Asia/Ho_Chi_Minh'))).toContain('13 tháng 3');
});

it('formatDaysLeft returns the number of days left or overdue', async () => {
  await startTexts('en');
  expect([5, 1, 0, -1, -2].map((days) => plain(formatDaysLeft(days)))).toEqual(['5 days left', '1 day left', 'today', '1 day overdue', '2 days overdue']);
});
