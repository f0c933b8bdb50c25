import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { OrderStatus } from '@loanmarket/shared-types/enums';
import { describe, expect, it, vi } from 'vitest';
import { pollDelay, useOrderResult } from './useOrderResult';
import { queryClient } from '@/lib/queryClient';
import { orderDetail } from '@/test/data/orderDetail';

describe('pollDelay', () => {
  it.each([1, 2, 5])('polls while the order is in progress in status %i', (status) => {
    expect(pollDelay(status, 0)).toBe(2_000);
  });

  it.each([3, 4, 6, 7, 8, 9])('stops in status %i', (status) => {
    expect(pollDelay(status, 0)).toBe(false);
  });

  it('grows the longer the order takes', () => {
    const delays = [0, 19_999, 20_000, 119_999, 120_000, 600_000].map((waited) => pollDelay(2, waited));
    expect(delays).toEqual([2_000, 2_000, 5_000, 5_000, 15_000, 60_000]);
  });
});

it('an order in progress for a minute is marked as long, whatever the phone clock says', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ success: true, msg: '', errorCode: 10000, data: orderDetail({ status: OrderStatus.underReview }) })));
  const wrapper = ({ children }: { children: ReactNode }) => createElement(QueryClientProvider, { client: queryClient }, children);
  const { result } = renderHook(() => useOrderResult('one'), { wrapper });
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  vi.setSystemTime(Date.now() + 4 * 86_400_000);
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(result.current.long).toBe(false);
  vi.setSystemTime(Date.now() - 8 * 86_400_000);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(result.current.long).toBe(true);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
