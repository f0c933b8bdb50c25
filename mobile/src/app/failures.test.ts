import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handleFailures } from './failures';
import { api } from '@/lib/api';
import { refreshMember } from '@/lib/member';
import { queryClient } from '@/lib/queryClient';
import { endSession, getSession, startSession } from '@/lib/session';
import { alertList } from '@/ui/overlay/alerts';
import { toast, toastList } from '@/ui/overlay/toasts';

const answer = (errorCode: number, data: unknown = null, msg = 'Lời của máy chủ') =>
  new Response(JSON.stringify({ success: errorCode === 10000, msg, errorCode, data }), { status: errorCode === 10000 ? 200 : 422 });
const says = () => toastList.current().map(({ message }) => message);

handleFailures();
beforeEach(() => {
  vi.useFakeTimers();
  queryClient.clear();
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  alertList.current().forEach(({ answer: close }) => close(false));
  endSession();
});

describe('handleFailures', () => {
  // spec: 8.toast-msg
  it('shows the message of the server as a toast, unless the call disables it', async () => {
    vi.stubGlobal('fetch', async () => answer(20202));
    await api('order/list', { tab: 'all' } as never, { toast: false }).catch(() => undefined);
    expect(says()).toEqual([]);
    await api('order/list', { tab: 'all' } as never).catch(() => undefined);
    expect(says()).toEqual(['Lời của máy chủ']);
  });

  // spec: 8.1000209
  it('shows the daily limit in a dialog and not as a toast', async () => {
    vi.stubGlobal('fetch', async () => answer(1000209));
    await api('loan/apply', {} as never).catch(() => undefined);
    expect(alertList.current()[0]!.message).toBe('Lời của máy chủ');
    expect(says()).toEqual([]);
  });
});

// spec: 9.toast-2000
it('shows a short toast for two seconds', () => {
  toast('Đã lưu');
  vi.advanceTimersByTime(1999);
  expect(says()).toEqual(['Đã lưu']);
  vi.advanceTimersByTime(1);
  expect(says()).toEqual([]);
});

describe('refreshMember', () => {
  // spec: 4.guard-empty-userinfo, 8.empty-userinfo
  it.each([{}, null, { memberId: '' }])('logs out on an empty response (%j)', async (data) => {
    startSession('token', '0912345678');
    vi.stubGlobal('fetch', async () => answer(10000, data));
    refreshMember();
    await vi.waitFor(() => expect(getSession().loggedIn).toBe(false));
  });

  it('keeps the session on a valid response and on a network error', async () => {
    startSession('token', '0912345678');
    const fetched = vi.fn(async () => answer(10000, { memberId: '1' }));
    vi.stubGlobal('fetch', fetched);
    refreshMember();
    await vi.waitFor(() => expect(fetched).toHaveBeenCalled());
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('offline')));
    refreshMember();
    await vi.advanceTimersByTimeAsync(100);
    expect(getSession().loggedIn).toBe(true);
  });
});
