import { QueryObserver } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RefetchOnNewDay } from './RefetchOnNewDay';
import { galleryConfig } from '@/gallery/config';
import { setConfig } from '@/lib/config';
import { queryClient } from '@/lib/queryClient';

const MINUTE = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
  setConfig(galleryConfig);
  // 23:55 in Vietnam.
  vi.setSystemTime(new Date('2026-11-28T16:55:00Z'));
});
afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
});

it('refetches stale queries once after midnight, but not those that never become stale', async () => {
  const [owed, quote, options] = [vi.fn(async () => 1), vi.fn(async () => 1), vi.fn(async () => 1)];
  const watch = (key: string, queryFn: () => Promise<number>, staleTime: number) => new QueryObserver(queryClient, { queryKey: [key], queryFn, staleTime }).subscribe(() => undefined);
  const stops = [watch('owed', owed, 0), watch('quote', quote, MINUTE), watch('options', options, Infinity)];
  const { unmount } = render(<RefetchOnNewDay />);
  await vi.advanceTimersByTimeAsync(4 * MINUTE);
  expect(owed).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(4 * MINUTE);
  expect(owed).toHaveBeenCalledTimes(2);
  expect(quote).toHaveBeenCalledTimes(2);
  expect(options).toHaveBeenCalledTimes(1);
  unmount();
  expect(stops.map((stop) => stop())).toHaveLength(3);
});
