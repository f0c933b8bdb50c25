import { expect, it } from 'vitest';
import { createSerialQueue } from './serialQueue';

it('a task starts after the previous one has ended, even if that one failed', async () => {
  const inSeries = createSerialQueue();
  const said: string[] = [];
  let fail: (why: Error) => void = () => undefined;
  const first = inSeries(() => new Promise<never>((_, reject) => { said.push('first'); fail = reject; }));
  const second = inSeries(async () => { said.push('second'); return 2; });
  await Promise.resolve();
  expect(said).toEqual(['first']);
  fail(new Error('lost'));
  await expect(first).rejects.toThrow('lost');
  await expect(second).resolves.toBe(2);
  expect(said).toEqual(['first', 'second']);
});
