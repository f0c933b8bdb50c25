import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from './client';
import type { ApiError } from './error';
import { serverNow } from '@/base/serverClock';
import { onFailure } from './reporter';
import { endSession, startSession } from '@/lib/session';

const fetchMock = vi.fn<typeof fetch>();
const reported = vi.fn();

const envelope = (body: object, status = 200) => new Response(JSON.stringify(body), { status });
const success = (data: unknown) => envelope({ success: true, msg: '', errorCode: 10000, data });
const failure = (errorCode: number, status = 422, data: unknown = null) =>
  envelope({ success: false, msg: 'Lý do', errorCode, data }, status);

/** A response whose body breaks off in the middle. */
const cut = () =>
  new Response(new ReadableStream({ start: (body) => body.error(new TypeError('network error')) }));

beforeEach(() => {
  localStorage.clear();
  // Delays between attempts elapse immediately.
  const real = window.setTimeout;
  vi.spyOn(window, 'setTimeout').mockImplementation(((work: () => void, wait = 0) => real(work, wait < 30_000 ? 0 : wait)) as typeof setTimeout);
  vi.stubGlobal('fetch', fetchMock);
  onFailure(reported);
});
afterEach(() => {
  endSession();
  fetchMock.mockReset();
  reported.mockReset();
  vi.unstubAllGlobals();
});

function sentHeaders(call: number): Record<string, string> {
  return fetchMock.mock.calls[call]![1]!.headers as Record<string, string>;
}

const localKeysOf = (start: string) => ({ key: Object.keys(localStorage).find((key) => key.startsWith(`lm:${start}`)) });

describe('api', () => {
  it('posts JSON with the language, and with the token only in a session', async () => {
    fetchMock.mockImplementation(async () => success({}));
    await api('member/query', {});
    expect(fetchMock.mock.calls[0]![0]).toBe('/app/member/query');
    expect(sentHeaders(0)).toMatchObject({ 'Content-Type': 'application/json', 'Accept-Language': 'vi' });
    expect(sentHeaders(0)).not.toHaveProperty('token');

    startSession('t-1', '0912345678');
    await api('member/query', {});
    expect(sentHeaders(1)).toMatchObject({ token: 't-1' });
  });

  // spec: 3.envelope, 7.post-envelope
  it('resolves to the data of the envelope', async () => {
    fetchMock.mockResolvedValue(success({ needValidateCode: true }));
    await expect(api('member/checkPhone', { phoneNum: '0912345678' })).resolves.toEqual({ needValidateCode: true });
  });

  it('rejects with the code, the message and the fields of the envelope', async () => {
    fetchMock.mockResolvedValue(failure(10001, 400, { fields: { idName: 'Không được để trống' } }));
    const error = await api('member/query', {}).catch((thrown: ApiError) => thrown);
    expect(error).toMatchObject({ code: 10001, message: 'Lý do', status: 400, details: { fields: { idName: 'Không được để trống' } } });
    expect(reported).toHaveBeenCalledWith(error, { toast: true, sentToken: '' });
  });

  // spec: 8.f0000, 8.f0001
  it('rejects with F0000 without a response and with F0001 for a response without a message', async () => {
    fetchMock.mockRejectedValue(new TypeError('network'));
    await expect(api('member/query', {}, { toast: false })).rejects.toMatchObject({ code: 'F0000', offline: true });
    fetchMock.mockReset();
    expect(reported.mock.calls[0]![1]).toEqual({ toast: false, sentToken: '' });

    fetchMock.mockImplementation(async () => new Response('<html>404', { status: 404 }));
    await expect(api('member/query', {})).rejects.toMatchObject({ code: 'F0001', status: 0, unanswered: true, final: false });
    fetchMock.mockReset();

    fetchMock.mockResolvedValueOnce(envelope({ success: false, msg: '', errorCode: 10051, data: null }, 500));
    const error = (await api('member/query', {}).catch((thrown: unknown) => thrown)) as ApiError;
    expect(error.message).toContain('F0001');
  });

  it('reads the server time from a response of the server, but not from a captive portal', async () => {
    const date = (day: number) => new Date(Date.UTC(2031, 0, day)).toUTCString();
    fetchMock.mockResolvedValueOnce(new Response(JSON.stringify({ success: true, msg: '', errorCode: 10000, data: {} }), { headers: { Date: date(5) } }));
    await api('member/query', {});
    expect(Math.abs(serverNow()! - Date.UTC(2031, 0, 5))).toBeLessThan(10_000);
    fetchMock.mockImplementation(async () => new Response('<html>', { headers: { Date: date(9) } }));
    await api('member/query', {}).catch(() => undefined);
    expect(Math.abs(serverNow()! - Date.UTC(2031, 0, 5))).toBeLessThan(10_000);
  });

  it('tells the next user of the phone nothing about the failure of an earlier call', async () => {
    startSession('t-1', '0912345678');
    let answer!: (response: Response) => void;
    fetchMock.mockReturnValue(new Promise((resolve) => (answer = resolve)));
    const settled = vi.fn();
    api('bankCard/unbind', { cardId: 'c-1' }).then(settled, settled);
    await vi.waitFor(() => expect(fetchMock).toHaveBeenCalled());
    const { key } = localKeysOf('attempt:');
    startSession('t-2', '0987654321');
    answer(failure(20214));
    await vi.waitFor(() => expect(localKeysOf('attempt:').key).toBeUndefined());
    expect(key).toBeDefined();
    expect(reported).not.toHaveBeenCalled();
    expect(settled).not.toHaveBeenCalled();
  });

  it('does not report a call that the page aborted', async () => {
    const leave = new AbortController();
    fetchMock.mockImplementation(async (_url, init) => {
      leave.abort();
      if (init!.signal!.aborted) throw new DOMException('gone', 'AbortError');
      return success({});
    });
    await expect(api('member/query', {}, { signal: leave.signal })).rejects.toThrow('gone');
    expect(reported).not.toHaveBeenCalled();
  });
});

describe('Idempotency-Key', () => {
  const order = { orderId: '018f0000-0000-7000-8000-000000000001' };
  const keyOf = (call: number) => sentHeaders(call)['Idempotency-Key'];

  it('is sent only with calls that need one', async () => {
    fetchMock.mockImplementation(async () => success({}));
    await api('order/detail', order);
    await api('order/cancel', order);
    expect(keyOf(0)).toBeUndefined();
    expect(keyOf(1)).toMatch(/^[0-9a-f]{32}$/);
  });

  it('is the same for retries after network errors, and a one-time code is not retried', async () => {
    fetchMock.mockRejectedValueOnce(new TypeError('network'));
    fetchMock.mockRejectedValueOnce(new TypeError('network'));
    fetchMock.mockImplementation(async () => success({}));
    await api('order/cancel', order);
    expect(fetchMock).toHaveBeenCalledTimes(3);
    expect(new Set([keyOf(0), keyOf(1), keyOf(2)]).size).toBe(1);
    expect(reported).not.toHaveBeenCalled();

    fetchMock.mockReset();
    fetchMock.mockRejectedValue(new TypeError('network'));
    await expect(api('member/checkSmsCode', { smsCode: '1234', type: 202 })).rejects.toMatchObject({ code: 'F0000' });
    expect(fetchMock).toHaveBeenCalledTimes(1);
  });

  it('a call with a key is retried even if the phone clock is corrected meanwhile', async () => {
    vi.useFakeTimers();
    fetchMock.mockImplementationOnce(async () => {
      vi.setSystemTime(Date.now() + 4 * 86_400_000);
      throw new TypeError('network');
    });
    fetchMock.mockImplementation(async () => success({}));
    const call = api('order/cancel', order);
    await vi.advanceTimersByTimeAsync(2_000);
    await call;
    expect(fetchMock).toHaveBeenCalledTimes(2);
    vi.useRealTimers();
  });

  it('is the same for the retry of a call that timed out', async () => {
    const given: number[] = [];
    vi.spyOn(window, 'setTimeout').mockImplementation(((work: () => void, wait: number) => {
      // The call that gets a response gets it in time.
      if (wait < 30_000 || !given.includes(wait)) queueMicrotask(work);
      given.push(wait);
      return 0;
    }) as typeof setTimeout);
    // Only the call itself can end it.
    fetchMock.mockImplementationOnce((_url, init) => new Promise((_, reject) => init!.signal!.addEventListener('abort', () => reject(new DOMException('late', 'AbortError')))));
    fetchMock.mockImplementation(async () => success({}));
    await api('order/cancel', order);
    expect(given).toContain(30_000);
    expect(fetchMock).toHaveBeenCalledTimes(2);
    expect(keyOf(1)).toBe(keyOf(0));
  });

  it('is the same after a call that timed out in the middle of the response', async () => {
    vi.mocked(window.setTimeout).mockRestore();
    vi.useFakeTimers();
    const heard: AbortSignal[] = [];
    fetchMock.mockImplementationOnce(async (_url, init) => (heard.push(init!.signal!), new Response(new ReadableStream({ start: (body) => body.enqueue(new TextEncoder().encode('{"succ')) }))));
    const given = expect(api('order/cancel', order)).rejects.toMatchObject({ code: 'F0000' });
    await vi.advanceTimersByTimeAsync(30_000);
    vi.useRealTimers();
    await given;
    expect(heard[0]!.aborted).toBe(true);
    fetchMock.mockImplementation(async () => success({}));
    await api('order/cancel', order);
    expect(keyOf(1)).toBe(keyOf(0));
  });

  it('a call with a key is not retried while the phone is offline', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    fetchMock.mockRejectedValue(new TypeError('network'));
    await expect(api('order/cancel', order)).rejects.toMatchObject({ code: 'F0000' });
    expect(fetchMock).toHaveBeenCalledTimes(1);
  });

  it('is the same until the server gives a final response', async () => {
    for (let lost = 0; lost < 4; lost += 1) fetchMock.mockRejectedValueOnce(new TypeError('network'));
    fetchMock.mockResolvedValueOnce(failure(10051, 503));
    fetchMock.mockResolvedValueOnce(failure(10050, 429));
    fetchMock.mockResolvedValueOnce(failure(10050, 422));
    fetchMock.mockResolvedValueOnce(success({}));
    for (let call = 0; call < 5; call += 1) await api('order/cancel', order).catch(() => undefined);
    expect(new Set([0, 1, 2, 3, 4, 5, 6].map(keyOf)).size).toBe(1);
    expect(keyOf(7)).not.toBe(keyOf(6));
  });

  it.each([
    ['a captive portal', () => new Response('<html>Log in to the Wi-Fi', { status: 200 })],
    ['a proxy that rejects the request', () => new Response('<html>', { status: 403 })],
    ['JSON that is not an envelope', () => envelope({ error: 'login_required' })],
    ['JSON that is not an object', () => new Response('null')],
    ['a truncated response', cut],
  ])('is the same for all attempts after %s', async (_, lost) => {
    fetchMock.mockImplementation(async () => lost());
    await expect(api('order/cancel', order)).rejects.toMatchObject({ unanswered: true, final: false });
    expect(fetchMock, 'the automatic retries').toHaveBeenCalledTimes(4);
    fetchMock.mockResolvedValueOnce(success({}));
    await api('order/cancel', order);
    expect(new Set([0, 1, 2, 3, 4].map(keyOf)).size).toBe(1);
  });

  it('differs for another body, and the body is not stored', async () => {
    fetchMock.mockRejectedValue(new TypeError('network'));
    const confirm = { ...order, contractHash: 'hash', contractAccepted: true };
    await api('order/confirm', { ...confirm, smsCode: '1234' }).catch(() => undefined);
    await api('order/confirm', { ...confirm, smsCode: '9876' }).catch(() => undefined);
    expect(keyOf(0)).toBe(keyOf(3));
    expect(keyOf(0)).not.toBe(keyOf(4));
    expect(JSON.stringify({ ...localStorage })).not.toContain('1234');
  });
});
