import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { usePhoto } from './usePhoto';
import { queryClient } from '@/lib/queryClient';
import { failFiles, fileAnswer, unloaded } from '@/test/files';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
  queryClient.clear();
});

it.each(unloaded)('the preview of an earlier photo that could not be loaded %s appears later', async (_, fails) => {
  const recover = failFiles(fails);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { result } = renderHook(() => usePhoto('identity', 'front', 'on-server', () => undefined));
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(result.current.preview).toBeNull();
  recover();
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(result.current.preview).toBe('blob:image');
});

it('the preview of an earlier photo is loaded once, also if the page is reloaded', async () => {
  const fetched = vi.fn(async () => fileAnswer());
  vi.stubGlobal('fetch', fetched);
  const { result } = renderHook(() => usePhoto('identity', 'front', 'on-server', () => undefined));
  await vi.waitFor(() => expect(result.current.preview).toBe('blob:image'));
  await act(() => queryClient.refetchQueries());
  await act(() => queryClient.invalidateQueries());
  expect(fetched).toHaveBeenCalledTimes(1);
});
