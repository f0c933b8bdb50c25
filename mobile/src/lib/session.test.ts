import { beforeEach, expect, it, vi } from 'vitest';
import { hearServerTime } from '@/base/serverClock';
import { endSession, getSession, onSessionChange, refreshSession, startSession } from './session';

beforeEach(() => {
  vi.useRealTimers();
  endSession();
});

// spec: 3.session, 6.auth-token
it('keeps token and phone in cookie and local storage', () => {
  startSession('secret', '0912345678');
  expect(getSession()).toEqual({ loggedIn: true, token: 'secret', phone: '0912345678' });
  expect(document.cookie).toContain('token=secret');
  expect(localStorage.getItem('lm:token')).toContain('secret');
});

it('shows another tab no token without its phone', () => {
  startSession('before', '0900000000');
  const seen: string[] = [];
  const { setItem } = Storage.prototype;
  const spy = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
    setItem.call(this, key, value);
    refreshSession();
    seen.push(`${getSession().token} ${getSession().phone}`);
  });
  startSession('secret', '0912345678');
  spy.mockRestore();
  expect(seen.filter((session) => session.startsWith('secret'))).toEqual(['secret 0912345678']);
});

// spec: 3.session-logged-out, 4.logout-clears
it('keeps only the phone after logging out', () => {
  startSession('secret', '0912345678');
  endSession();
  expect(getSession()).toEqual({ loggedIn: false, token: '', phone: '0912345678' });
  expect(document.cookie).not.toContain('secret');
  expect(JSON.stringify({ ...localStorage })).not.toContain('secret');
  // The phone stays in both stores, for the page that is opened next.
  expect(document.cookie).toContain('phone=0912345678');
  expect(localStorage.getItem('lm:phone')).toContain('0912345678');
});

// spec: 6.auth-token
it('survives the loss of either the cookies or the local storage', () => {
  startSession('secret', '0912345678');
  localStorage.clear();
  refreshSession();
  expect(getSession().token).toBe('secret');
  startSession('secret', '0912345678');
  document.cookie = 'token=; Max-Age=0; Path=/';
  refreshSession();
  expect(getSession().token).toBe('secret');
  localStorage.clear();
  refreshSession();
  expect(getSession().loggedIn).toBe(false);
});

it('keeps its own session and number when a sibling host plants cookies', async () => {
  startSession('mine', '0912345678');
  document.cookie = 'token=theirs; Path=/';
  document.cookie = 'phone=0900000000; Path=/';
  refreshSession();
  expect(getSession().token).toBe('mine');
  vi.resetModules();
  const reloaded = await import('./session');
  expect(reloaded.getSession()).toEqual({ loggedIn: true, token: 'mine', phone: '0912345678' });
});

// spec: 9.token-720h
it('writes token and phone as cookies of 720 hours, and keeps them as long in local storage', () => {
  const written = vi.spyOn(document, 'cookie', 'set');
  const now = Date.now();
  startSession('secret', '0912345678');
  expect(written.mock.calls.map(([cookie]) => cookie)).toEqual([
    'phone=0912345678; Path=/; Max-Age=2592000; SameSite=Lax',
    'token=secret; Path=/; Max-Age=2592000; SameSite=Lax',
  ]);
  for (const name of ['token', 'phone']) {
    const { until } = JSON.parse(localStorage.getItem(`lm:${name}`)!) as { until: number };
    expect(Math.round((until - now) / 3_600_000)).toBe(720);
  }
});

// spec: 9.token-720h
it('expires 720 hours after the login, by the server clock', () => {
  hearServerTime(new Date().toUTCString());
  startSession('secret', '0912345678');
  document.cookie = 'token=; Max-Age=0; Path=/';
  const at = (hours: number) => hearServerTime(new Date(Date.now() + hours * 3_600_000).toUTCString());
  at(719);
  refreshSession();
  expect(getSession().loggedIn).toBe(true);
  at(721);
  refreshSession();
  expect(getSession().loggedIn).toBe(false);
});

it('notifies listeners until they unsubscribe', () => {
  const listener = vi.fn();
  const stop = onSessionChange(listener);
  startSession('a', '1');
  stop();
  endSession();
  expect(listener).toHaveBeenCalledTimes(1);
});
