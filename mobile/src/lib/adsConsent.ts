import { readLocal, removeLocal, writeLocal } from '@/base/storage/local';
import { createSignal } from '@/base/store';

const SLOT = 'adsConsent';
const { notify, subscribe } = createSignal();

/** The visitor's consent to advertising tools; null if not given yet, which counts as denied. */
export function adsConsent(): 'granted' | 'denied' | null {
  const answer = readLocal(SLOT);
  return answer === 'granted' || answer === 'denied' ? answer : null;
}

/** Stores the visitor's consent. They can change it at any time. */
export function setAdsConsent(granted: boolean): void {
  writeLocal(SLOT, granted ? 'granted' : 'denied');
  notify();
}

/** Deletes the consent, because another person may now use the phone. */
export function forgetAdsConsent(): void {
  removeLocal(SLOT);
  notify();
}

/** Subscribes to every change on this page. Returns a function that unsubscribes. */
export const onAdsConsent = subscribe;
