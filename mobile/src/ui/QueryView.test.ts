import { expect, it, vi } from 'vitest';
import { combineAnswers, type Answer } from './QueryView';

const answer = <T,>(data: T | undefined, error: unknown = null): Answer<T> => ({ data, error, refetch: vi.fn() });

it('combineAnswers has data once all answers have', () => {
  expect(combineAnswers({ a: answer(1), b: answer<string>(undefined) }).data).toBeUndefined();
  expect(combineAnswers({ a: answer(1), b: answer('two') })).toMatchObject({ data: { a: 1, b: 'two' }, error: null });
});

it('combineAnswers fails if an answer without data fails, and refetches only that one', () => {
  const [good, bad] = [answer(1), answer<string>(undefined, new Error('no'))];
  const both = combineAnswers({ good, bad });
  expect(both.error).toBe(bad.error);
  both.refetch();
  expect(bad.refetch).toHaveBeenCalled();
  expect(good.refetch).not.toHaveBeenCalled();
  expect(combineAnswers({ a: answer(1, new Error('late')), b: answer(2) })).toMatchObject({ data: { a: 1, b: 2 }, error: null });
});
