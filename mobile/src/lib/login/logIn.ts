import { jointLogin } from '@/bridge/host';
import { reportSessionEnd } from '@/lib/api/sessionEnd';
import { endSession, getSession, startSession } from '@/lib/session';

const FORCED_LOGOUT_MS = 2000;

let leaving = false;

/** Whether a forced logout is still showing its reason. Until it opens the login page, the guard does not redirect. */
export function isLeaving(): boolean {
  return leaving;
}

/** Starts a session after a login and passes the token to the native app. */
export function logIn(token: string, phone: string): void {
  startSession(token, phone);
  void jointLogin({ token, phone });
}

/** Logs out on this phone immediately. The server is told in the background, as soon as there is a network. */
export function logOut(): void {
  void reportSessionEnd(getSession());
  endSession();
}

/**
 * The server ended the session (10640105): logs out now and calls `leave`, which opens the login page, after two
 * seconds (spec 4).
 */
export function forceLogOut(leave: () => void): void {
  if (leaving || !getSession().loggedIn) return;
  leaving = true;
  endSession();
  setTimeout(() => {
    leaving = false;
    leave();
  }, FORCED_LOGOUT_MS);
}

/**
 * Takes over the login of the native app. If the page is logged in itself, it passes its own login to the app instead.
 */
export async function takeHostLogin(): Promise<void> {
  const { loggedIn, token, phone } = getSession();
  if (loggedIn) {
    void jointLogin({ token, phone });
    return;
  }
  const login = await jointLogin();
  if (login) startSession(login.token, login.phone);
}
