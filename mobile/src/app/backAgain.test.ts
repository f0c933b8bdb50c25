import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { noticeOtherTabs } from './session';
import { queryClient } from '@/lib/queryClient';

vi.mock('./version', () => ({ checkVersion: vi.fn() }));

afterEach(() => queryClient.clear());

const comeBack = (persisted: boolean) => {
  const event = new Event('pageshow');
  Object.assign(event, { persisted });
  window.dispatchEvent(event);
};

it('refetches all queries, also pending ones, when the page returns from the back/forward cache', async () => {
  noticeOtherTabs();
  const never = vi.fn(() => new Promise<string>(() => undefined));
  const known = vi.fn(async () => 'known');
  const leave = [
    new QueryObserver(queryClient, { queryKey: ['never'], queryFn: never, staleTime: Infinity }).subscribe(() => undefined),
    new QueryObserver(queryClient, { queryKey: ['known'], queryFn: known, staleTime: Infinity }).subscribe(() => undefined),
  ];
  await vi.waitFor(() => expect(queryClient.getQueryData(['known'])).toBe('known'));
  comeBack(false);
  expect(never).toHaveBeenCalledTimes(1);
  comeBack(true);
  await vi.waitFor(() => expect(never).toHaveBeenCalledTimes(2));
  await vi.waitFor(() => expect(known).toHaveBeenCalledTimes(2));
  leave.forEach((stop) => stop());
});
