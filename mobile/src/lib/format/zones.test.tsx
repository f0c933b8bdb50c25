import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatDay, formatDayShort, formatInstant, formatInstantDay } from './date';
import { galleryConfig } from '@/gallery/config';
import { setConfig } from '@/lib/config';
import { OrderRow } from '@/shared/order/OrderRow';
import { orderDetail } from '@/test/data/orderDetail';
import { plain } from '@/test/plain';
import { renderInVietnam } from '@/test/render';

const own = process.env.TZ;
/** Time zones of phones: east and west of every region, and at both ends of the day. */
const phones = [
  ['Pacific/Kiritimati', 14],
  ['Asia/Ho_Chi_Minh', 7],
  ['UTC', 0],
  ['America/Los_Angeles', -8],
  ['Pacific/Niue', -11],
] as const;
/** The time zone of each region, and its date at 18:30 UTC on 28 February 2028. */
const regions = [
  ['Asia/Ho_Chi_Minh', '29 tháng 2', '01:30, 29/02/2028'],
  ['Asia/Shanghai', '29 tháng 2', '02:30, 29/02/2028'],
  ['Asia/Jakarta', '29 tháng 2', '01:30, 29/02/2028'],
  ['Asia/Bangkok', '29 tháng 2', '01:30, 29/02/2028'],
  ['Africa/Accra', '28 tháng 2', '18:30, 28/02/2028'],
] as const;
const EVENING = '2028-02-28T18:30:00Z';

afterEach(() => {
  vi.useRealTimers();
  if (own === undefined) delete process.env.TZ;
  else process.env.TZ = own;
});

describe.each(phones)('on a phone in %s', (zone, hours) => {
  // spec: 3.loan-dates
  it('a due date is shown as the day that the server sends', async () => {
    process.env.TZ = zone;
    expect(new Date(EVENING).getTimezoneOffset()).toBe(-60 * hours + 0);
    for (const [day, words, short] of [
      ['2028-02-29', 'Thứ Ba, 29 tháng 2', '29/02/2028'],
      ['2028-12-31', 'Chủ Nhật, 31 tháng 12', '31/12/2028'],
      ['2028-01-01', 'Thứ Bảy, 1 tháng 1', '01/01/2028'],
    ] as const) {
      expect(plain(formatDay(day, 'vi', '2028-02-29'))).toBe(words);
      expect(formatDayShort(day, 'vi')).toBe(short);
    }
    await renderInVietnam(<OrderRow order={orderDetail({ status: 9, repayStatus: 1, dueDate: '2028-02-29', daysLeft: 1, dueNow: 10_000_000 }).order} />, 'order');
    expect(plain(screen.getByText(/^Đến hạn/).closest('p')!.textContent)).toMatch(/^Đến hạn Thứ Ba, 29 tháng 2.* · còn 1 ngày$/);
  });

  it('a day of the current year of the market is shown without the year, even if the year of the phone differs', () => {
    process.env.TZ = zone;
    vi.useFakeTimers({ now: new Date('2027-12-31T18:30:00Z') });
    setConfig(galleryConfig);
    expect(plain(formatDay('2028-01-05', 'vi'))).toBe('Thứ Tư, 5 tháng 1');
    expect(plain(formatDay('2027-12-20', 'vi'))).toContain('2027');
    expect(plain(formatInstantDay('2027-12-31T18:30:00Z', 'vi', 'Asia/Ho_Chi_Minh'))).toBe('Thứ Bảy, 1 tháng 1');
    expect(plain(formatInstantDay('2027-12-31T18:30:00Z', 'vi', 'Africa/Accra'))).toBe('Thứ Sáu, 31 tháng 12');
  });

  it('an instant is shown as the day and time of the region, also between its midnight and that of UTC', () => {
    process.env.TZ = zone;
    for (const [region, day, instant] of regions) {
      expect(plain(formatInstantDay(EVENING, 'vi', region)), region).toContain(day);
      expect(plain(formatInstant(EVENING, 'vi', region)), region).toBe(instant);
    }
  });
});
