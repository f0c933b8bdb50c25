import { readCookie, removeCookie, writeCookie } from '@/base/storage/cookie';
import { readLocal, removeLocal, writeLocal } from '@/base/storage/local';
import { createStore } from '@/base/store';

/** How long token and phone are kept (spec 9). */
export const SESSION_HOURS = 720;

export interface Session {
  loggedIn: boolean;
  token: string;
  /** The number as typed at login; it stays after logging out. */
  phone: string;
}

const session = createStore(read());

/** Local storage is this host's alone; a cookie may have been planted by a sibling host, and stands in where there is none. */
function read(): Session {
  const token = readLocal('token') || readCookie('token') || '';
  return { loggedIn: token !== '', token, phone: readLocal('phone') || readCookie('phone') || '' };
}

/** The session as it stands now. */
export const getSession = session.get;

/** Calls `listener` after each change; answers with the way to stop. */
export const onSessionChange = session.subscribe;

/** Keeps the token of a login in cookie and local storage. */
export function startSession(token: string, phone: string): void {
  for (const [name, value] of [['token', token], ['phone', phone]] as const) {
    writeCookie(name, value, SESSION_HOURS);
    writeLocal(name, value, SESSION_HOURS);
  }
  session.set({ loggedIn: true, token, phone });
}

/** Keeps a number before its log-in, for a page that goes on with it. */
export function rememberPhone(phone: string): void {
  writeCookie('phone', phone, SESSION_HOURS);
  writeLocal('phone', phone, SESSION_HOURS);
}

/** Forgets the token; the phone stays, so that the next login starts with it. */
export function endSession(): void {
  removeCookie('token');
  removeLocal('token');
  session.set({ ...session.get(), loggedIn: false, token: '' });
}

/** Reads the stores again: another tab or the native app may have changed them. */
export function refreshSession(): void {
  const stored = read();
  if (stored.token !== session.get().token) session.set(stored);
}
