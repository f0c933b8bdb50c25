import { useSyncExternalStore } from 'react';
import { adsConsent, onAdsConsent, setAdsConsent } from '@/lib/adsConsent';
import { api } from '@/lib/api';
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
  const word = { kind: 'analytics' as const, version: getConfig().privacyVersion, granted };
  void api('member/consents/set', word, { toast: false }).catch(() => undefined);
}
