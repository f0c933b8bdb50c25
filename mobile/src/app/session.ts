import { checkVersion } from './version';
import { onceServerTimeIsKnown } from '@/base/serverClock';
import { removeLocal, removeLocalAll, sweepLocal } from '@/base/storage/local';
import { removeTabAll } from '@/base/storage/tab';
import { logoutInfo } from '@/bridge/host';
import { forgetNewMember } from '@/lib/ads/newMember';
import { forgetAdsConsent } from '@/lib/adsConsent';
import { reportMissedEnds } from '@/lib/api/sessionEnd';
import { forgetVisitor } from '@/lib/channel';
import { invalidateAll, forgetAnswers, queryClient } from '@/lib/queryClient';
import { getSession, onSessionChange, refreshSession } from '@/lib/session';
import { sweep, wipe } from '@/lib/storage/sealed';

/**
 * However a session ends, nothing of the borrower stays behind: answers, drafts and which were saved, photos, the native
 * app's token, what they said about advertising tools, the click that brought them and the word that they are new. Neither does it when another tab
 * has logged in somebody else.
 */
export function cleanUpAfterSessions(): void {
  onceServerTimeIsKnown(() => {
    sweepLocal();
    void sweep();
  });
  void reportMissedEnds();
  window.addEventListener('online', () => void reportMissedEnds());
  // Where earlier versions kept in the open what is sealed now.
  removeLocalAll('draft:');
  let before = getSession().token;
  // The session may have run out while no page was open, and earlier versions kept the member's id here.
  if (before === '') removeLocal('greeted');
  onSessionChange(() => {
    const { token } = getSession();
    if (before !== '' && token !== before) {
      removeLocalAll('choice:');
      removeLocalAll('attempt:');
      removeLocalAll('saved:');
      removeLocal('greeted');
      removeTabAll('entry:');
      forgetAdsConsent();
      forgetVisitor();
      forgetNewMember();
      void wipe();
      if (token === '') {
        queryClient.clear();
        void logoutInfo();
      } else {
        void queryClient.resetQueries();
      }
    }
    // What a visitor was offered.
    if (before === '' && token !== '') forgetAnswers('loan/list', 'loan/detail');
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
    void invalidateAll();
    void checkVersion();
  });
}
