import { expect, it } from 'vitest';
import { readingTime } from './readingTime';

it.each([
  [0, 2000],
  [40, 2000],
  [41, 2045],
  [140, 6500],
])('shows a message of %i characters for %i ms', (characters, ms) => {
  expect(readingTime('x'.repeat(characters))).toBe(ms);
});
