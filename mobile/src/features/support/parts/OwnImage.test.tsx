import { QueryClientProvider } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { OwnImage } from './OwnImage';
import { queryClient } from '@/lib/queryClient';
import { renderInVietnam } from '@/test/render';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
  queryClient.clear();
});

it('an image that could not be loaded for lack of a network appears once there is one', async () => {
  let online = false;
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
  vi.stubGlobal('fetch', async () => {
    if (!online) throw new TypeError('Failed to fetch');
    return new Response('image', { headers: { 'Content-Type': 'image/jpeg' } });
  });
  Object.assign(URL, { createObjectURL: () => 'blob:image', revokeObjectURL: () => undefined });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await renderInVietnam(
    <QueryClientProvider client={queryClient}>
      <OwnImage fileId="a" alt="Ảnh 1" />
    </QueryClientProvider>,
    'support',
  );
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  online = true;
  await act(() => vi.advanceTimersByTimeAsync(15_000));
  expect(document.querySelector('img')?.getAttribute('src')).toBe('blob:image');
});
