import { expect, it } from 'vitest';
import { mayTryAgain, stoppedBy } from './stage';
import { ApiError } from '@/lib/api/error';

// A page of a proxy, a request that arrived incomplete, and a limit are no decision about the face.
it.each([
  ['a page of a proxy', new ApiError('F0001', 'busy', 0)],
  ['a request that did not arrive', new ApiError(20124, 'not arrived', 408)],
  ['a limit', new ApiError(20123, 'too many', 429)],
])('a check that ended with %s can be repeated', (_, error) => {
  const { why } = stoppedBy(error);
  expect(why).toBe('000');
  expect(mayTryAgain(why)).toBe(true);
});

it('a rejection with a reason unknown to the app leaves only the SMS code', () => {
  const { why } = stoppedBy(new ApiError(20999, 'no', 422, { reason: 'face_something_new' }));
  expect(why).toBe('refused');
  expect(mayTryAgain(why)).toBe(false);
});
