import { jointLogin } from '@/bridge/host';
import { reportSessionEnd } from '@/lib/api/sessionEnd';
import { endSession, getSession, startSession } from '@/lib/session';

const FORCED_LOGOUT_MS = 2000;

let leaving = false;

/** Whether a forced log-out still shows its reason; until it leads to the login page, the guard stays quiet. */
export function isLeaving(): boolean {
  return leaving;
}

/** Starts the session of a login and hands the token to the native app. */
export function logIn(token: string, phone: string): void {
  startSession(token, phone);
  void jointLogin({ token, phone });
}

/** Logs out here at once; the server is told, now or when there is a network again, and not waited for. */
export function logOut(): void {
  void reportSessionEnd(getSession());
  endSession();
}

/** The server ended the session (10640105): log out now, `leave` for the login page after two seconds (spec 4). */
export function forceLogOut(leave: () => void): void {
  if (leaving || !getSession().loggedIn) return;
  leaving = true;
  endSession();
  setTimeout(() => {
    leaving = false;
    leave();
  }, FORCED_LOGOUT_MS);
}

/** Takes over the login of the native app; a page that is logged in itself hands its own to the app instead. */
export async function takeHostLogin(): Promise<void> {
  const { loggedIn, token, phone } = getSession();
  if (loggedIn) {
    void jointLogin({ token, phone });
    return;
  }
  const login = await jointLogin();
  if (login) startSession(login.token, login.phone);
}
