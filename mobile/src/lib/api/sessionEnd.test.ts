import { webcrypto } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from './client';
import { reportSessionEnd, retrySessionEnds } from './sessionEnd';
import { localKeys } from '@/base/storage/local';
import { endSession, getSession, startSession } from '@/lib/session';

/** SHA-256 of the token "secret". */
const HANDLE = '2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b';

let calls: { path: string; token: string | undefined; body: unknown }[];
let online: boolean;

beforeEach(() => {
  calls = [];
  online = false;
  localStorage.clear();
  vi.stubGlobal('crypto', webcrypto);
  vi.stubGlobal('TextEncoder', TextEncoder);
  vi.stubGlobal('fetch', async (url: string, { headers, body }: { headers: Record<string, string>; body: string }) => {
    calls.push({ path: url.replace('/app/', ''), token: headers.token, body: JSON.parse(body) });
    if (!online) throw new TypeError('no network');
    return new Response(JSON.stringify({ success: true, msg: '', errorCode: 10000, data: {} }));
  });
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  endSession();
});

describe('a logout without a network', () => {
  it('is reported later with a hash of the token, and the token itself is deleted immediately', async () => {
    startSession('secret', '0912345678');
    const told = reportSessionEnd(getSession());
    endSession();
    await told;
    expect(localKeys('ended:')).toEqual([`ended:${HANDLE}`]);
    expect(JSON.stringify({ ...localStorage })).not.toContain('secret');
    await retrySessionEnds();
    expect(localKeys('ended:'), 'still no network').toHaveLength(1);
    online = true;
    calls = [];
    startSession('another', '0987654321');
    await retrySessionEnds();
    expect(calls.map(({ path, body }) => ({ path, body }))).toEqual([{ path: 'member/endSession', body: { handle: HANDLE } }]);
    expect(localKeys('ended:')).toEqual([]);
  });

  it('is reported later if a captive portal responded', async () => {
    const server = fetch;
    vi.stubGlobal('fetch', async () => new Response('<html>'));
    startSession('secret', '0912345678');
    const told = reportSessionEnd(getSession());
    endSession();
    await told;
    await retrySessionEnds();
    expect(localKeys('ended:')).toEqual([`ended:${HANDLE}`]);
    vi.stubGlobal('fetch', server);
    online = true;
    await retrySessionEnds();
    expect(calls.map(({ path, body }) => ({ path, body }))).toEqual([{ path: 'member/endSession', body: { handle: HANDLE } }]);
    expect(localKeys('ended:')).toEqual([]);
  });

  it('keeps nothing for later if the server responded', async () => {
    online = true;
    startSession('secret', '0912345678');
    await reportSessionEnd(getSession());
    expect(calls).toEqual([{ path: 'member/logout', token: 'secret', body: {} }]);
    expect(localKeys('ended:')).toEqual([]);
  });
});

it('a retried call keeps the token of the session that started it, and its response is not used in another session', async () => {
  vi.useFakeTimers();
  online = true;
  let lost = true;
  const answer = fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const answered = await answer(url, init);
    if (lost) {
      lost = false;
      throw new TypeError('the answer was lost');
    }
    return answered;
  });
  startSession('hers', '0912345678');
  const taken = vi.fn();
  void api('support/saveDraft', { name: 'message', data: null }, { toast: false }).then(taken);
  await vi.advanceTimersByTimeAsync(1);
  startSession('his', '0987654321');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(calls.map(({ token }) => token)).toEqual(['hers', 'hers']);
  expect(taken, 'the response belongs to the previous session').not.toHaveBeenCalled();
});
