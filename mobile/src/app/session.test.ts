import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handleFailures } from './failures';
import { cleanUpAfterSessions } from './session';
import { localKeys, readLocal, writeLocal } from '@/base/storage/local';
import { readTab, writeTab } from '@/base/storage/tab';
import { rememberNewMember, takeNewMember } from '@/lib/ads/newMember';
import { setAdsConsent } from '@/lib/adsConsent';
import { api } from '@/lib/api';
import { saveIntention } from '@/lib/api/attempt';
import { saveFromUrl, loginOrigin } from '@/lib/channel';
import { isLeaving, logIn, logOut, takeHostLogin } from '@/lib/login/logIn';
import { queryClient } from '@/lib/queryClient';
import { history } from '@/lib/nav/history';
import { endSession, getSession, startSession } from '@/lib/session';
import { alertList, showAlert } from '@/ui/overlay/alerts';
import { toastList } from '@/ui/overlay/toasts';

const ended = () =>
  new Response(JSON.stringify({ success: false, msg: 'Phiên đã hết hạn', errorCode: 10640105, data: null }), { status: 401 });

handleFailures();
cleanUpAfterSessions();

beforeEach(() => {
  vi.useFakeTimers();
  history.replace('/m/order/detail/42?tab=all');
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  endSession();
});

// spec: 4.forced-logout, 8.10640105, 9.forced-logout-2000
it('logs out on 10640105, shows the reason, and opens login after two seconds with a redirect back', async () => {
  startSession('old', '0912345678');
  vi.stubGlobal('fetch', async () => ended());
  await expect(api('order/detail', { orderId: '42' }, { toast: false })).rejects.toMatchObject({ code: 10640105 });

  expect(getSession().loggedIn).toBe(false);
  expect(toastList.current()[0]!.message).toBe('Phiên đã hết hạn');
  expect(isLeaving()).toBe(true);
  vi.advanceTimersByTime(1999);
  expect(history.location.pathname).toBe('/m/order/detail/42');
  vi.advanceTimersByTime(1);
  expect(isLeaving()).toBe(false);
  expect(history.location.pathname + history.location.search).toBe('/m/login?redirect=%2Fm%2Forder%2Fdetail%2F42%3Ftab%3Dall');
});

it('a login drops the cached responses of the visitor, but not public content', () => {
  queryClient.setQueryData(['loan/list', {}], { creditLimit: 0 });
  queryClient.setQueryData(['content/{page}', { page: 'help' }], 'the same for all');
  startSession('mine', '0912345678');
  expect(queryClient.getQueryData(['loan/list', {}])).toBeUndefined();
  expect(queryClient.getQueryData(['content/{page}', { page: 'help' }])).toBe('the same for all');
});

it('the response to a call of an older session does not end a newer session', async () => {
  startSession('old', '0912345678');
  vi.stubGlobal('fetch', async () => {
    startSession('new', '0912345678');
    return ended();
  });
  await api('order/detail', { orderId: '42' }).catch(() => undefined);
  expect(getSession().token).toBe('new');
});

it('a question to one borrower is not shown to another, who has logged in in another tab, nor answered by them', async () => {
  startSession('mine', '0912345678');
  const sure = showAlert({ track: 'unbind', title: 'Gỡ tài khoản?', message: 'Vietcombank …1234' });
  startSession('theirs', '0987654321');
  expect(alertList.current()).toEqual([]);
  expect(await sure).toBe(false);
});

describe('in the native app', () => {
  let shell: { token: string; phone: string } | null;
  beforeEach(() => {
    document.cookie = 'appBaseInfo=x';
    const nativePromise = async (_plugin: string, action: string, { token, phone }: { token?: string; phone?: string }) => {
      if (action === 'logoutInfo') shell = null;
      if (action === 'jointLogin' && token) shell = { token, phone: phone ?? '' };
      return shell ?? {};
    };
    vi.stubGlobal('Capacitor', { nativePromise });
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ success: true, msg: '', errorCode: 10000, data: {} })));
  });
  afterEach(() => {
    document.cookie = 'appBaseInfo=; Max-Age=0';
  });

  // spec: 4.session-login-joint
  it('takes over a login of the app, and passes a login of the page to the app', async () => {
    shell = { token: 'theirs', phone: '0912345678' };
    await takeHostLogin();
    expect(getSession()).toEqual({ loggedIn: true, token: 'theirs', phone: '0912345678' });
    endSession();
    await vi.waitFor(() => expect(shell).toBeNull());
    await takeHostLogin();
    expect(getSession().loggedIn).toBe(false);
    logIn('ours', '0987654321');
    await vi.waitFor(() => expect(shell).toEqual({ token: 'ours', phone: '0987654321' }));
  });

  // spec: 4.logout-clears, 7.bridge-logout-info
  it('a logout clears the token in the page, in the app and on the server', async () => {
    startSession('secret', '0912345678');
    shell = { token: 'secret', phone: '0912345678' };
    const asked: [string, string][] = [];
    vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
      asked.push([url, headers.token ?? '']);
      return new Response(JSON.stringify({ success: true, msg: '', errorCode: 10000, data: {} }));
    });
    logOut();
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    expect(asked).toEqual([['/app/member/logout', 'secret']]);
    expect(getSession()).toEqual({ loggedIn: false, token: '', phone: '0912345678' });
    expect(document.cookie).not.toContain('secret');
    expect(readLocal('token')).toBeNull();
    await vi.waitFor(() => expect(shell).toBeNull());
  });
});

// spec: 4.logout-clears
it('the end of a session deletes the cached and stored data of the borrower', () => {
  startSession('old', '0912345678');
  queryClient.setQueryData(['order/list'], { secret: true });
  writeLocal('choice:opt', 'viettel');
  // The name of a form may contain its order's id.
  writeLocal('saved:plan/42', 'now');
  writeLocal('greeted', '1');
  writeTab('entry:repay/42', '{}');
  rememberNewMember('m-1');
  writeLocal('language', 'vi');
  saveFromUrl('?channel=fb-1&fbclid=f1');
  setAdsConsent(true);
  expect(loginOrigin()).toMatchObject({ adsConsent: true, facebookFbc: expect.stringContaining('f1') as string });
  endSession();
  expect(loginOrigin()).toEqual({ channelCode: 'fb-1', pageUrl: location.origin + location.pathname, adsConsent: false });
  setAdsConsent(true);
  expect(loginOrigin()).not.toHaveProperty('facebookFbc');
  expect(queryClient.getQueryData(['order/list'])).toBeUndefined();
  expect(readLocal('choice:opt')).toBeNull();
  expect(localKeys('saved:')).toEqual([]);
  expect(readLocal('greeted')).toBeNull();
  expect(readTab('entry:repay/42')).toBeNull();
  expect(takeNewMember(), 'the next borrower may consent to ads, so no event of this one may remain').toBeNull();
  expect(readLocal('language')).toBe('vi');
});

describe('key of a call in doubt', () => {
  beforeEach(() => localStorage.clear());

  /** Makes the same call as a member, and returns its key. The server responds with a failure that leaves it in doubt. */
  const call = async (token: string, memberId: string, answer = () => new Response(JSON.stringify({ success: false, msg: '', errorCode: 10500, data: null }), { status: 500 })) => {
    startSession(token, '0912345678');
    queryClient.setQueryData(['member/query', {}], { memberId });
    let key = '';
    vi.stubGlobal('fetch', async (_url: string, { headers }: { headers: Record<string, string> }) => {
      key = headers['Idempotency-Key'] ?? '';
      return answer();
    });
    await api('order/cancel', { orderId: '42' }, { toast: false }).catch(() => undefined);
    return key;
  };

  it('is used again by the same member after a forced logout, and by nobody else', async () => {
    const first = await call('one', 'm-1');
    expect(first).not.toBe('');
    expect(await call('one', 'm-1', ended), 'the server has not looked at the key').toBe(first);
    expect(getSession().loggedIn).toBe(false);
    expect(localKeys('attempt:')).toEqual([]);
    expect(JSON.stringify(localStorage)).not.toMatch(/order\/cancel|m-1/);

    expect(await call('two', 'm-2')).not.toBe(first);
    endSession();
    expect(await call('three', 'm-1')).toBe(first);
  });

  it('is deleted once the call has succeeded, also if the member has logged out meanwhile', async () => {
    const done = () => new Response(JSON.stringify({ success: true, msg: '', errorCode: 10000, data: {} }));
    const first = await call('one', 'm-1', done);
    const second = await call('one', 'm-1');
    expect(second).not.toBe(first);
    void call('one', 'm-1', () => {
      endSession();
      return done();
    });
    await vi.waitFor(() => expect(localKeys('doubt:')).toEqual([]));
    expect(await call('two', 'm-1')).not.toBe(second);
  });

  it('is deleted with the session if the member is not known, and an intention always', async () => {
    const first = await call('one', '');
    saveIntention('repay/extend', '42', { orderId: '42', fee: 1 });
    endSession();
    expect(localKeys('attempt:').concat(localKeys('doubt:'))).toEqual([]);
    expect(await call('two', '')).not.toBe(first);
  });
});

it('forgets the greeted member if the session expired while no page was open', () => {
  writeLocal('greeted', 'm-1');
  cleanUpAfterSessions();
  expect(readLocal('greeted')).toBeNull();
});

it('deletes expired entries, such as an old phone number, once the server time is known', async () => {
  const month = 720 * 3_600_000;
  const start = Date.now();
  const pageAt = async (passed: number) => {
    vi.resetModules();
    const [clock, local, page] = await Promise.all([import('@/base/serverClock'), import('@/base/storage/local'), import('./session')]);
    page.cleanUpAfterSessions();
    clock.hearServerTime(new Date(start + passed).toUTCString());
    return local;
  };
  (await pageAt(0)).writeLocal('phone', '0912345678', 720);
  expect((await pageAt(month - 10_000)).localKeys('phone')).toEqual(['phone']);
  expect((await pageAt(month + 10_000)).localKeys('phone')).toEqual([]);
});
