import { readLocal, writeLocal } from '@/lib/storage/local';

const SLOT = 'adsConsent';
const listeners = new Set<() => void>();

/** What the visitor said about advertising tools; null: nothing yet, which is no. */
export function adsConsent(): 'granted' | 'denied' | null {
  const answer = readLocal(SLOT);
  return answer === 'granted' || answer === 'denied' ? answer : null;
}

/** Keeps their word; they can change it at any time. */
export function setAdsConsent(granted: boolean): void {
  writeLocal(SLOT, granted ? 'granted' : 'denied');
  listeners.forEach((listener) => listener());
}

/** Hears of every change on this page; answers with the way to stop. */
export function onAdsConsent(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
