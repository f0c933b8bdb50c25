import { afterEach, expect, it, vi } from 'vitest';
import { fetchFile } from './files';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a file that does not come, or not whole, is given up', async () => {
  vi.useFakeTimers();
  const heard: AbortSignal[] = [];
  const silent = () => new Promise<Response>(() => undefined);
  const stuck = async () => new Response(new ReadableStream({ start: (body) => body.enqueue(new Uint8Array(1)) }));
  for (const answer of [silent, stuck]) {
    vi.stubGlobal('fetch', (_: string, init: RequestInit) => (heard.push(init.signal!), answer()));
    const given = expect(fetchFile('f')).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(121_000);
    await given;
  }
  expect(heard.map(({ aborted }) => aborted)).toEqual([true, true]);
});
