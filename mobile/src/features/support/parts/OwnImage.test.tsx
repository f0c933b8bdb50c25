import { QueryClientProvider } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { OwnImage } from './OwnImage';
import { queryClient } from '@/lib/queryClient';
import { failFiles, unloaded } from '@/test/files';
import { renderInVietnam } from '@/test/render';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
  queryClient.clear();
});

it.each(unloaded)('an image that could not be loaded %s appears later', async (_, fails) => {
  const recover = failFiles(fails);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await renderInVietnam(
    <QueryClientProvider client={queryClient}>
      <OwnImage fileId="a" alt="Ảnh 1" />
    </QueryClientProvider>,
    'support',
  );
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  recover();
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(document.querySelector('img')?.getAttribute('src')).toBe('blob:image');
});
