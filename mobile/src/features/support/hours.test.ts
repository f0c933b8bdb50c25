import { describe, expect, it } from 'vitest';
import { dayName, spans } from './hours';

describe('service hours', () => {
  it('joins consecutive days', () => {
    expect(spans([1, 2, 3, 4, 5, 6])).toEqual([[1, 6]]);
    expect(spans([1, 2, 4, 6, 7])).toEqual([[1, 2], [4, 4], [6, 7]]);
    expect(spans([])).toEqual([]);
  });

  it('names days in the given language, Monday first', () => {
    expect(dayName(1, 'en')).toBe('Monday');
    expect(dayName(7, 'en')).toBe('Sunday');
    expect(dayName(1, 'vi')).toBe('Thứ Hai');
  });
});
