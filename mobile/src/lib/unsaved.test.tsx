import { renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { queryClient } from './queryClient';
import { setUnsaved, useUnsaved } from './unsaved';

const MINUTE_MS = 60_000;
const open = (form: string) => renderHook(() => useUnsaved(form)).result;

afterEach(() => {
  vi.useRealTimers();
  queryClient.clear();
});

it('unsaved values are available immediately, after any time, and only to their own form', async () => {
  vi.useFakeTimers();
  setUnsaved('personal', { name: 'Lan' });
  await vi.advanceTimersByTimeAsync(60 * MINUTE_MS);
  expect(open('personal').current).toEqual({ name: 'Lan' });
  expect(open('company').current).toBeUndefined();
});

it('unsaved values are removed once the server has them or the session has ended', async () => {
  setUnsaved('personal', { name: 'Lan' });
  setUnsaved('personal', null);
  const saved = open('personal');
  await vi.waitFor(() => expect(saved.current).toBeNull());
  setUnsaved('personal', { name: 'Lan' });
  queryClient.clear();
  const ended = open('personal');
  await vi.waitFor(() => expect(ended.current).toBeNull());
});
