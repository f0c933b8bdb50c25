import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useKept } from './useKept';
import { queryClient } from '@/lib/queryClient';

it('a change that comes from long ago changes the form as it is now, and what is sent has both', async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ success: true, msg: '', errorCode: 10000, data: { savedAt: '2026-06-14T03:00:00Z' } })));
  const { result } = renderHook(() => useKept('message', { text: '', fileIds: [] as string[], orderId: '' }), {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
  const { change: asItWas } = result.current;
  act(() => result.current.change({ text: 'Phí này là gì?' }));
  act(() => asItWas({ fileIds: ['a'] }));
  const both = { text: 'Phí này là gì?', fileIds: ['a'], orderId: '' };
  expect(result.current.values).toEqual(both);
  const sent = vi.fn(async () => undefined);
  await act(() => result.current.sending(sent));
  expect(sent).toHaveBeenCalledWith(both);
  vi.unstubAllGlobals();
});
