import { checkVersion } from './version';
import { jointLogin, logoutInfo } from '@/bridge/host';
import { reportSessionEnd, reportMissedEnds } from '@/lib/api/sessionEnd';
import { queryClient } from '@/lib/queryClient';
import { endSession, getSession, onSessionChange, refreshSession, startSession } from '@/lib/session';
import { removeLocalAll } from '@/lib/storage/local';
import { sweep, wipe } from '@/lib/storage/sealed';

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

/**
 * However a session ends, nothing of the borrower stays behind: answers, drafts, photos, the native app's token. Neither
 * does it when another tab has logged in somebody else.
 */
export function cleanUpAfterSessions(): void {
  void sweep();
  void reportMissedEnds();
  window.addEventListener('online', () => void reportMissedEnds());
  // Where earlier versions kept in the open what is sealed now.
  removeLocalAll('draft:');
  let before = getSession().token;
  onSessionChange(() => {
    const { token } = getSession();
    if (before !== '' && token !== before) {
      removeLocalAll('choice:');
      removeLocalAll('attempt:');
      void wipe();
      if (token === '') {
        queryClient.clear();
        void logoutInfo();
      } else {
        void queryClient.resetQueries();
      }
    }
    before = token;
  });
}

/**
 * What happened in other tabs, and while this page lay in the browser's memory for going back and forth: somebody may have
 * logged in or out, and everything on the page may have changed.
 */
export function noticeOtherTabs(): void {
  window.addEventListener('storage', refreshSession);
  window.addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    refreshSession();
    // What was on its way when the page was laid aside may never be answered: it is asked anew like all else.
    void queryClient.cancelQueries().then(() => queryClient.invalidateQueries());
    void checkVersion();
  });
}
