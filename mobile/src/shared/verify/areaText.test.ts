import { expect, it } from 'vitest';
import { areaText } from './areaText';

it('writes an area as an address of its country does', () => {
  expect(areaText(['Hà Nội', 'Ba Đình'])).toBe('Ba Đình, Hà Nội');
  expect(areaText(['北京市', '朝阳区'])).toBe('北京市 朝阳区');
});
