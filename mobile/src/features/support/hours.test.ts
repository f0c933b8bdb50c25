import { afterAll, describe, expect, it } from 'vitest';
import { dayName, hoursText, spans } from './hours';
import { loadTexts, setLanguage, type Language } from '@/i18n';

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

  afterAll(() => setLanguage('vi'));

  it.each<[Language, string]>([
    ['en', 'Monday – Tuesday, Thursday, 08:00–18:00'],
    ['th', 'วันจันทร์ – วันอังคาร, วันพฤหัสบดี 08:00–18:00 น.'],
    ['cn', '星期一至星期二、星期四 08:00–18:00'],
  ])('is written with the punctuation of the language %s', async (language, written) => {
    await setLanguage(language);
    await loadTexts(['support']);
    expect(hoursText({ days: [1, 2, 4], from: '08:00', to: '18:00' })).toBe(written);
  });
});
