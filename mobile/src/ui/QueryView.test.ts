import { expect, it, vi } from 'vitest';
import { combineAnswers, type Answer } from './QueryView';

const answer = <T,>(data: T | undefined, error: unknown = null): Answer<T> => ({ data, error, refetch: vi.fn() });

it('is there once all answers are', () => {
  expect(combineAnswers({ a: answer(1), b: answer<string>(undefined) }).data).toBeUndefined();
  expect(combineAnswers({ a: answer(1), b: answer('two') })).toMatchObject({ data: { a: 1, b: 'two' }, error: null });
});

it('has failed once one has, and asks for that one anew; what is there stands', () => {
  const [good, bad] = [answer(1), answer<string>(undefined, new Error('no'))];
  const both = combineAnswers({ good, bad });
  expect(both.error).toBe(bad.error);
  both.refetch();
  expect(bad.refetch).toHaveBeenCalled();
  expect(good.refetch).not.toHaveBeenCalled();
  expect(combineAnswers({ a: answer(1, new Error('late')), b: answer(2) })).toMatchObject({ data: { a: 1, b: 2 }, error: null });
});
