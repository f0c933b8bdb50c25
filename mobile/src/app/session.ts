import { checkVersion } from './version';
import { onceServerTimeIsKnown } from '@/base/serverClock';
import { removeLocal, removeLocalAll, sweepLocal } from '@/base/storage/local';
import { removeTabAll } from '@/base/storage/tab';
import { logoutInfo } from '@/bridge/host';
import { forgetNewMember } from '@/lib/ads/newMember';
import { forgetAdsConsent } from '@/lib/adsConsent';
import { keepAttempts, keepAttemptsOf } from '@/lib/api/attempt';
import { retrySessionEnds } from '@/lib/api/sessionEnd';
import { forgetVisitor } from '@/lib/channel';
import { invalidateAll, forgetAnswers, queryClient } from '@/lib/queryClient';
import { getSession, onSessionChange, refreshSession } from '@/lib/session';
import { endAwaiting } from '@/lib/storage/awaitedPhoto';
import { ownerId } from '@/lib/storage/owner';
import { sweep, wipe } from '@/lib/storage/sealed';
import { alertList } from '@/ui/overlay/alerts';

/**
 * Deletes everything that belongs to the borrower when a session ends for any reason, or when another tab has logged in
 * another user: responses, drafts and their marks, photos, the native app's token, the consent to advertising tools,
 * the click ids, and the new-member mark. The keys of calls in doubt remain, but only this borrower can use them.
 */
export function cleanUpAfterSessions(): void {
  keepAttemptsOf(ownerId);
  onceServerTimeIsKnown(() => {
    sweepLocal();
    void sweep();
  });
  void retrySessionEnds();
  window.addEventListener('online', () => void retrySessionEnds());
  // Earlier versions stored unencrypted drafts here.
  removeLocalAll('draft:');
  let before = getSession().token;
  // The session may have expired while no page was open. Earlier versions stored the member id here.
  if (before === '') removeLocal('greeted');
  onSessionChange(() => {
    const { token } = getSession();
    if (before !== '' && token !== before) {
      // The question names data of this borrower, and its answer would be given for the next one.
      alertList.current().forEach(({ answer }) => answer(false));
      removeLocalAll('choice:');
      keepAttempts();
      removeLocalAll('saved:');
      removeLocal('greeted');
      removeTabAll('entry:');
      endAwaiting();
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
    // Drops the offers that were loaded for a visitor.
    if (before === '' && token !== '') forgetAnswers('loan/list', 'loan/detail');
    before = token;
  });
}

/**
 * Handles changes made in other tabs, or while this page was in the back/forward cache: somebody may have logged in or
 * out, and any data may have changed.
 */
export function noticeOtherTabs(): void {
  window.addEventListener('storage', refreshSession);
  window.addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    refreshSession();
    // Requests that were pending when the page was frozen may never be answered, so they are sent again too.
    void invalidateAll();
    void checkVersion();
  });
}
