import { readLocal, removeLocal, writeLocal } from '@/base/storage/local';
import { createSignal } from '@/base/store';

const SLOT = 'adsConsent';
const { notify, subscribe } = createSignal();

/** What the visitor said about advertising tools; null: nothing yet, which is no. */
export function adsConsent(): 'granted' | 'denied' | null {
  const answer = readLocal(SLOT);
  return answer === 'granted' || answer === 'denied' ? answer : null;
}

/** Keeps their word; they can change it at any time. */
export function setAdsConsent(granted: boolean): void {
  writeLocal(SLOT, granted ? 'granted' : 'denied');
  notify();
}

/** Another person may hold the phone now: nothing was said. */
export function forgetAdsConsent(): void {
  removeLocal(SLOT);
  notify();
}

/** Hears of every change on this page; answers with the way to stop. */
export const onAdsConsent = subscribe;
