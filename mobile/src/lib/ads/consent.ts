import { useSyncExternalStore } from 'react';
import { adsConsent, onAdsConsent, setAdsConsent } from '@/lib/adsConsent';
import { api } from '@/lib/api';
import { getConfig } from '@/lib/config';
import { getSession } from '@/lib/session';

/** What the visitor said about advertising tools, as it changes. */
export function useAdsConsent(): 'granted' | 'denied' | null {
  return useSyncExternalStore(onAdsConsent, adsConsent);
}

/** Keeps their word; who is logged in finds the same one among their consents. */
export function chooseAds(granted: boolean): void {
  setAdsConsent(granted);
  if (!getSession().loggedIn) return;
  const word = { kind: 'analytics' as const, version: getConfig().privacyVersion, granted };
  void api('member/consents/set', word, { toast: false }).catch(() => undefined);
}
