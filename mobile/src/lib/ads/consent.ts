import { useSyncExternalStore } from 'react';
import { adsConsent, markChoiceSent, noteUnsentChoice, onAdsConsent, setAdsConsent, unsentChoice, unsentChoiceAt } from '@/lib/adsConsent';
import { api, ApiError } from '@/lib/api';
import { getConfig } from '@/lib/config';
import { getSession } from '@/lib/session';

/** The visitor's current consent to advertising tools; updates when it changes. */
export function useAdsConsent(): 'granted' | 'denied' | null {
  return useSyncExternalStore(onAdsConsent, adsConsent);
}

/** Stores the consent. If the visitor is logged in, it is also saved with their consents on the server. */
export function chooseAds(granted: boolean): void {
  setAdsConsent(granted);
  if (!getSession().loggedIn) return;
  noteUnsentChoice();
  void send(false);
}

let sending = new AbortController();
// A retry of the choice before would overtake the newer one.
onAdsConsent(() => sending.abort());

/** Tells the server a choice that it could not be told before: a withdrawn consent must not stay in force there. */
export const sendAdsChoice = (): Promise<void> => send(true);

async function send(late: boolean): Promise<void> {
  const choice = unsentChoice();
  if (choice === null || !getSession().loggedIn) return;
  sending.abort();
  sending = new AbortController();
  const { signal } = sending;
  const granted = choice === 'granted';
  const word = { kind: 'analytics' as const, version: getConfig().privacyVersion, granted };
  try {
    if (late && granted && (await withdrawnSince(unsentChoiceAt(), signal))) {
      setAdsConsent(false);
      return;
    }
    await api('member/consents/set', word, { toast: false, signal });
  } catch (error) {
    if (!(error instanceof ApiError && error.final)) return;
  }
  markChoiceSent(choice);
}

/** Whether the borrower has withdrawn the consent elsewhere since they gave it here: it must not be given again, and ends here too. */
async function withdrawnSince(given: number, signal: AbortSignal): Promise<boolean> {
  const { consents } = await api('member/consents', {}, { toast: false, signal });
  const latest = consents.find(({ kind }) => kind === 'analytics');
  return latest?.granted === false && latest.at !== null && Date.parse(latest.at) > given;
}
