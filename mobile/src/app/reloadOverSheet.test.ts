import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { checkVersion } from './version';
import { addBackStep } from '@/lib/nav/overlayEntry';

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each([false, true])('the reload for a newer version waits for an open sheet or a step within the page (%s), such as a running face check', async (within) => {
  const reload = vi.fn();
  const check = async (version: string) => {
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ version })));
    await checkVersion(reload);
    await vi.advanceTimersByTimeAsync(1_000);
  };
  await check(`a${within}`);
  const close = addBackStep(() => undefined, within);
  await check(`b${within}`);
  expect(reload).not.toHaveBeenCalled();
  close();
  await check(`b${within}`);
  expect(reload).toHaveBeenCalledTimes(1);
});
