import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { queryClient } from './queryClient';
import { hearServerTime } from '@/base/serverClock';

const HOUR_MS = 3_600_000;
const key = ['order/list', { tab: 'running' }];
const hear = (ms: number) => hearServerTime(new Date(ms).toUTCString());

afterEach(() => {
  vi.useRealTimers();
  queryClient.clear();
});

it('what arrived before the phone’s clock was set back does not count as fresh', async () => {
  const real = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: real + 24 * HOUR_MS });
  hear(real);
  const ask = vi.fn(async () => 'debt');
  const visit = () => new QueryObserver(queryClient, { queryKey: key, queryFn: ask, refetchOnMount: true }).subscribe(() => undefined)();
  const stop = new QueryObserver(queryClient, { queryKey: key, queryFn: ask, refetchOnMount: true }).subscribe(() => undefined);
  await vi.waitFor(() => expect(queryClient.getQueryData(key)).toBe('debt'));
  stop();
  vi.setSystemTime(real + HOUR_MS);
  hear(real + HOUR_MS);
  await vi.waitFor(() => expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true));
  visit();
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
});

it('a response that took long is no change of the clock', async () => {
  const real = Date.now();
  hear(real);
  queryClient.setQueryData(key, 'debt');
  hear(real - 20_000);
  hear(real);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(queryClient.getQueryState(key)?.isInvalidated).toBe(false);
});
