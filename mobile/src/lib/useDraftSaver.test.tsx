import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { DraftSaver, type Draft } from './draftSaver';
import { useDraftSaver } from './useDraftSaver';

it('continues on a page that is opened again with what the page that was left could not save', async () => {
  vi.useFakeTimers();
  const start: Draft = { values: {}, savedAt: null };
  const open = (save: () => Promise<string>) => renderHook(() => useDraftSaver(() => new DraftSaver({ name: 'personal', start, read: async () => start, save }, () => undefined)));
  const left = open(() => Promise.reject(new Error('no line')));
  left.result.current.change({ nickname: 'Hoa' });
  left.unmount();
  const save = vi.fn(async () => 'now');
  open(save);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(save).toHaveBeenCalledWith({ nickname: 'Hoa' });
  vi.useRealTimers();
});
