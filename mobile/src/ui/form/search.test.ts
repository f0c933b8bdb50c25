import { expect, it } from 'vitest';
import { matches } from './search';

it.each([
  ['Thành phố Đà Nẵng', 'da nang', true],
  ['Thành phố Đà Nẵng', 'Đà N', true],
  ['Thành phố Đà Nẵng', 'nang da', true],
  ['Hà Nội', 'noi x', false],
  ['กรุงเทพมหานคร', 'กรุงเทพ', true],
  ['Bất kỳ', '', true],
])('%s matches query %j: %s', (text, query, found) => {
  expect(matches(text, query)).toBe(found);
});
