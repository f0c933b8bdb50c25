import { beforeEach, expect, it, vi } from 'vitest';
import { endSession, getSession, onSessionChange, refreshSession, startSession } from './session';

beforeEach(() => {
  vi.useRealTimers();
  endSession();
});

it('keeps token and phone in cookie and local storage', () => {
  startSession('secret', '0912345678');
  expect(getSession()).toEqual({ loggedIn: true, token: 'secret', phone: '0912345678' });
  expect(document.cookie).toContain('token=secret');
  expect(localStorage.getItem('lm:token')).toContain('secret');
});

it('keeps only the phone after logging out', () => {
  startSession('secret', '0912345678');
  endSession();
  expect(getSession()).toEqual({ loggedIn: false, token: '', phone: '0912345678' });
  expect(document.cookie).not.toContain('secret');
  expect(JSON.stringify({ ...localStorage })).not.toContain('secret');
});

it('survives a browser that dropped one of the two stores', () => {
  startSession('secret', '0912345678');
  localStorage.clear();
  refreshSession();
  expect(getSession().token).toBe('secret');
});

it('ends 720 hours after the login', () => {
  startSession('secret', '0912345678');
  document.cookie = 'token=; Max-Age=0; Path=/';
  vi.useFakeTimers({ now: Date.now() + 719 * 3_600_000 });
  refreshSession();
  expect(getSession().loggedIn).toBe(true);
  vi.setSystemTime(Date.now() + 2 * 3_600_000);
  refreshSession();
  expect(getSession().loggedIn).toBe(false);
});

it('tells who listens, until they stop', () => {
  const listener = vi.fn();
  const stop = onSessionChange(listener);
  startSession('a', '1');
  stop();
  endSession();
  expect(listener).toHaveBeenCalledTimes(1);
});
