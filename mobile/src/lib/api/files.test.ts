import { afterEach, expect, it, vi } from 'vitest';
import { errorCode } from './error';
import { fetchFile, uploadImage } from './files';
import { onFailure } from './reporter';
import { endSession, startSession } from '@/lib/session';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('fetchFile times out if the response is missing or incomplete', async () => {
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

it('fetchFile retries after the response of a captive portal', async () => {
  vi.useFakeTimers();
  const answers = [new Response('<html>Log in to the Wi-Fi', { headers: { 'Content-Type': 'text/html' } }), new Response('%PDF', { headers: { 'Content-Type': 'application/pdf' } })];
  vi.stubGlobal('fetch', async () => answers.shift());
  const file = fetchFile('f');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await (await file).text()).toBe('%PDF');
});

it('fetchFile reports that the session has ended', async () => {
  const told = vi.fn();
  onFailure(told);
  startSession('mine', '0912345678');
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ success: false, msg: '', errorCode: errorCode.sessionEnded, data: null }), { status: 401 }));
  await expect(fetchFile('f')).rejects.toMatchObject({ code: errorCode.sessionEnded });
  expect(told).toHaveBeenCalledWith(expect.objectContaining({ code: errorCode.sessionEnded }), { toast: false, sentToken: 'mine' });
  onFailure(() => undefined);
  endSession();
});

it('the timeout of uploadImage grows with the size of the photo, and a 408 is not final', async () => {
  const patience: number[] = [];
  class Request {
    timeout = 0;
    status = 408;
    responseText = JSON.stringify({ success: false, msg: '', errorCode: 20124, data: null });
    upload = {};
    onload = () => undefined;
    open = () => undefined;
    setRequestHeader = () => undefined;
    getResponseHeader = () => null;
    send = () => (patience.push(this.timeout), this.onload());
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  for (const size of [1, 400_000]) await expect(uploadImage('identity', new Blob([new Uint8Array(size)]))).rejects.toMatchObject({ final: false });
  const [small, large] = patience as [number, number];
  expect(small).toBeLessThanOrEqual(61_000);
  expect(large).toBeGreaterThan((400_000 / 4096) * 1000 + 45_000);
});
