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

it('what was typed and is not on the server is there at once, however long ago it was, for its own form', async () => {
  vi.useFakeTimers();
  setUnsaved('personal', { name: 'Lan' });
  await vi.advanceTimersByTimeAsync(60 * MINUTE_MS);
  expect(open('personal').current).toEqual({ name: 'Lan' });
  expect(open('company').current).toBeUndefined();
});

it('nothing is left of it once the server has it, or the session has ended', async () => {
  setUnsaved('personal', { name: 'Lan' });
  setUnsaved('personal', null);
  const saved = open('personal');
  await vi.waitFor(() => expect(saved.current).toBeNull());
  setUnsaved('personal', { name: 'Lan' });
  queryClient.clear();
  const ended = open('personal');
  await vi.waitFor(() => expect(ended.current).toBeNull());
});
