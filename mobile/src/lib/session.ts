import { readCookie, removeCookie, writeCookie } from '@/base/storage/cookie';
import { readLocal, removeLocal, writeLocal } from '@/base/storage/local';
import { createStore } from '@/base/store';

/** How long token and phone are stored, in hours (spec 9). */
export const SESSION_HOURS = 720;

export interface Session {
  loggedIn: boolean;
  token: string;
  /** The number as typed at login. It is kept after a logout. */
  phone: string;
}

const session = createStore(read());

/**
 * Reads the session. Local storage comes first, because it belongs to this host alone, while a sibling host may have
 * set the cookie. The cookie is the fallback.
 */
function read(): Session {
  const token = readLocal('token') || readCookie('token') || '';
  return { loggedIn: token !== '', token, phone: readLocal('phone') || readCookie('phone') || '' };
}

/** The current session. */
export const getSession = session.get;

/** Calls `listener` after each change. Returns a function that unsubscribes. */
export const onSessionChange = session.subscribe;

/**
 * Stores the token of a login in a cookie and in local storage, after the phone: another tab reads both as soon as it
 * sees the token.
 */
export function startSession(token: string, phone: string): void {
  for (const [name, value] of [['phone', phone], ['token', token]] as const) {
    writeCookie(name, value, SESSION_HOURS);
    writeLocal(name, value, SESSION_HOURS);
  }
  session.set({ loggedIn: true, token, phone });
}

/** Stores a number before its login, for a page that continues with it. */
export function rememberPhone(phone: string): void {
  writeCookie('phone', phone, SESSION_HOURS);
  writeLocal('phone', phone, SESSION_HOURS);
}

/** Deletes the token. The phone is kept, so that the next login form is prefilled. */
export function endSession(): void {
  removeCookie('token');
  removeLocal('token');
  session.set({ ...session.get(), loggedIn: false, token: '' });
}

/** Reads the stores again, because another tab or the native app may have changed them. */
export function refreshSession(): void {
  const stored = read();
  if (stored.token !== session.get().token) session.set(stored);
}
