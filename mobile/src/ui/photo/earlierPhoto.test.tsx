import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { usePhoto } from './usePhoto';
import { queryClient } from '@/lib/queryClient';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
  queryClient.clear();
});

const busy = { success: false, msg: '', errorCode: 10050, data: { reason: 'system_busy' } };

it.each([
  ['for lack of a network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['because the server is busy', async () => new Response(JSON.stringify(busy), { status: 503 })],
])('the preview of an earlier photo that could not be loaded %s appears later', async (_, fails) => {
  let online = false;
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
  vi.stubGlobal('fetch', async () => (online ? new Response('image', { headers: { 'Content-Type': 'image/jpeg' } }) : fails()));
  Object.assign(URL, { createObjectURL: () => 'blob:image', revokeObjectURL: () => undefined });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { result } = renderHook(() => usePhoto('identity', 'front', 'on-server', () => undefined));
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(result.current.preview).toBeNull();
  online = true;
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(result.current.preview).toBe('blob:image');
});

it('the preview of an earlier photo is loaded once, also if the page is reloaded', async () => {
  const fetched = vi.fn(async () => new Response('image', { headers: { 'Content-Type': 'image/jpeg' } }));
  vi.stubGlobal('fetch', fetched);
  Object.assign(URL, { createObjectURL: () => 'blob:image', revokeObjectURL: () => undefined });
  const { result } = renderHook(() => usePhoto('identity', 'front', 'on-server', () => undefined));
  await vi.waitFor(() => expect(result.current.preview).toBe('blob:image'));
  await act(() => queryClient.refetchQueries());
  await act(() => queryClient.invalidateQueries());
  expect(fetched).toHaveBeenCalledTimes(1);
});
