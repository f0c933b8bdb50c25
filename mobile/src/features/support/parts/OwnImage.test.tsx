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

const busy = { success: false, msg: '', errorCode: 10050, data: { reason: 'system_busy' } };

it.each([
  ['for lack of a network appears once there is one', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['because the server is busy appears once it is not', async () => new Response(JSON.stringify(busy), { status: 503 })],
])('an image that could not be loaded %s', async (_, fails) => {
  let online = false;
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
  vi.stubGlobal('fetch', async () => (online ? new Response('image', { headers: { 'Content-Type': 'image/jpeg' } }) : fails()));
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
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(document.querySelector('img')?.getAttribute('src')).toBe('blob:image');
});
