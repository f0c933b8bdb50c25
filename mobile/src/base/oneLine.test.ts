import { expect, it } from 'vitest';
import vectors from '@loanmarket/shared-types/vectors/formats.json';
import { joinDurations, oneLine } from './oneLine';

it.each(vectors.durations)('keeps the durations of $plain on one line', ({ plain, joined }) => {
  expect(joinDurations(plain)).toBe(joined);
});

it('prevents line breaks within a date', () => {
  expect(oneLine('Thứ Sáu, 12 tháng 3')).toBe('Thứ\u00a0Sáu,\u00a012\u00a0tháng\u00a03');
  expect(oneLine('วันศุกร์ที่ 12 มีนาคม')).toBe('วัน\u2060ศุกร์\u2060ที่\u00a012\u00a0มีนาคม');
  expect(oneLine('3月12日')).toBe('3\u2060月\u206012\u2060日');
});
