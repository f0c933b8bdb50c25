import { expect, it } from 'vitest';
import { isReadable } from './readablePath';

it.each([
  ['/m/order/detail/42', true],
  ['/m/order/detail/Vay%20r%C3%B5', true],
  ['/m/order/detail/%E0', false],
  ['/m/order/detail/100%', false],
])('the path %s is readable: %s', (path, readable) => {
  expect(isReadable(path)).toBe(readable);
});
